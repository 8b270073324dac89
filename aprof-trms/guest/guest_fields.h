/* The tool's fields in the guest state of the running thread.

   The fields lie at the beginning of the first shadow area, which Valgrind
   leaves to the tool: instrumented code reaches them as fast as the guest's
   registers.  On some processors a field is slow if its address agrees, in the
   low ten bits, with that of a register that is often written; right behind the
   registers no field does (bench/ measures it).

   Valgrind copies the area to new threads, and saves and restores it around
   signal frames.  So the fields are written at each start of client code and
   taken back at each stop; in between the fields count, not the tool's
   variables.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_GUEST_H
#define AP_GUEST_H

#include "callgraph/control.h"
#include "engine/fast/fast.h"
#include "pub_tool_guest.h"

typedef struct {
   ULong cost;        /* the cost counter of the thread of control */
   /* The fast engine's view (engine/fast/fast.h), each stamp in both halves. */
   ULong top, stamp;
   ULong base;
   /* The routine of the top activation, or 0 if every routine's entry must be
      examined. */
   ULong expected;
   /* Constants: a 64-bit constant is shorter as an operand in memory. */
   ULong sign;        /* bit 31 of both halves */
   ULong valid;       /* V in both halves */
   ULong state;       /* V and S in both halves */
   ULong checked;     /* of the view, too: 0, or all bits */
} ApGuest;

#define AP_FIELD(name) offsetof(ApGuest, name)

/* Offset of the fields from the beginning of the guest state; offset of the
   guest's stack pointer. */
enum { AP_GUEST_OFFSET = sizeof(VexGuestArchState) };
extern Int ap_guest_offset_sp;

/* How calls and returns of the current thread of control may be handled
   (instrument/helpers.c).  It follows from the state of that thread of control
   and is computed where the fields get their values, nowhere else. */
typedef enum {
   AP_UNPLAIN,      /* by the general functions of shadow_stack.h: the thread
                       is quiet, its top activation has no routine, or
                       --toggle-collect is given */
   AP_LEAF,         /* within an allocator: not at all, until it returns or
                       calls what is a zone of its own (callgraph/zones.h) */
   AP_PLAIN,        /* inline */
   AP_PLAIN_TOLD    /* inline, and then there is more to do: the thread has no
                       window or is in a collector, a second engine hears of
                       them too, or recording is left out (--without) */
} ApPlain;
extern ApPlain ap_plain;

/* Return the fields in a guest state. */
static inline ApGuest *ap_guest_fields(UChar *guest)
{
   return (ApGuest *)(guest + AP_GUEST_OFFSET);
}

/* Return the control whose fields the guest state has, or had last. */
const ApControl *ap_guest_owner(void);

/* Take the cost counter of the current thread of control from its fields. */
void ap_guest_take(const ApGuest *g);
/* Give all fields their values, and compute ap_plain. */
void ap_guest_give(ApGuest *g);

/* The part of ap_guest_give that a call or return changes, where the current
   thread of control has a window and its top activation a routine: the starts
   of the top activation, and its routine.  Without a window ap_guest_see_to
   has to follow. */
static inline void ap_guest_give_top(ApGuest *g, ULong starts, ApRoutine *top)
{
   g->top = g->stamp = starts;
   g->expected = (UWord)top;
}

/* After a call or return of a thread of control that may have no window: give
   it a window if it has worked much without, else make its writes leave 0.  In
   a collector reads stay unmeasured. */
void ap_guest_see_to(ApGuest *g);

/* An allocator is entered from a thread of control that is AP_PLAIN, and its
   activation has been given: nothing but writes is measured. */
static inline void ap_guest_give_leaf(ApGuest *g)
{
   g->top = 0;
   ap_plain = AP_LEAF;
   trms_fast_run_writes(ap_current->fast);
}

/* The allocator's activation is about to end: all is measured again. */
static inline void ap_guest_end_leaf(void)
{
   ap_plain = AP_PLAIN;
   trms_fast_run(ap_current->fast);
}

/* Take the cost counter in the middle of client code. */
void ap_guest_look(void);

/* Client code of a thread stops; starts. */
void ap_guest_stop(ThreadId tid);
void ap_guest_start(ThreadId tid);

#endif
