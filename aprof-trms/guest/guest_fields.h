/* The tool's fields in the guest state of the thread that runs.

   They lie at the beginning of the first shadow area, which Valgrind leaves to
   the tool: instrumented code reaches them as fast as the guest's registers.
   On some processors a field is slow where its place agrees, in the low ten
   bits, with that of a register that is often written; right behind the
   registers none does (bench/ measures it).

   Valgrind copies the area to new threads and saves and restores it around
   signal frames.  So it is written anew at each start of client code, and
   taken back at each stop; in between it is what counts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_GUEST_H
#define AP_GUEST_H

#include "callgraph/control.h"
#include "engine/fast/fast.h"
#include "pub_tool_guest.h"

typedef struct {
   ULong cost;        /* the cost counter of the thread of control */
   /* The fast engine's view (engine/fast/fast.h), the stamps in both halves. */
   ULong top, stamp;
   ULong base;
   /* The routine of the top activation, or 0 if a routine's entry must be
      looked at in any case. */
   ULong expected;
   /* Constants: 64-bit ones are shorter as operands in memory. */
   ULong sign;        /* bit 31 of both halves */
   ULong valid;       /* V in both halves */
   ULong state;       /* V and S in both halves */
   ULong checked;     /* of the view again: 0, or all bits */
} ApGuest;

#define AP_FIELD(name) offsetof(ApGuest, name)

/* Where the fields are, from the beginning of the guest state, and the stack
   pointer. */
enum { AP_GUEST_OFFSET = sizeof(VexGuestArchState) };
extern Int ap_guest_offset_sp;

/* The fields, in a guest state. */
static inline ApGuest *ap_guest_fields(UChar *guest)
{
   return (ApGuest *)(guest + AP_GUEST_OFFSET);
}

/* Return the control whose fields the guest state has, or had last. */
const ApControl *ap_guest_owner(void);

/* Takes the counter of the current thread of control from its fields, and
   gives all fields their values. */
void ap_guest_take(const ApGuest *g);
void ap_guest_give(ApGuest *g);

/* The part of ap_guest_give that a call or return changes where the current
   thread of control has a window, and the top activation a routine: its starts,
   and which.  Where it has none, ap_guest_see_to is to follow. */
static inline void ap_guest_give_top(ApGuest *g, ULong starts, ApRoutine *top)
{
   g->top = g->stamp = starts;
   g->expected = (UWord)top;
}

/* A call or return of the current thread of control, which may have no window:
   it gets one if it has worked much without, or its writes leave nothing
   behind. */
void ap_guest_see_to(ApGuest *g);

/* Takes the counter in the middle of anything, where client code may run. */
void ap_guest_look(void);

/* The same for a thread whose client code stops, or starts. */
void ap_guest_stop(ThreadId tid);
void ap_guest_start(ThreadId tid);

#endif
