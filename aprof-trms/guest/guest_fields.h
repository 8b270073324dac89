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

#ifndef GUEST_FIELDS_H
#define GUEST_FIELDS_H

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
} GuestFields;

#define GUEST_FIELD(name) offsetof(GuestFields, name)

/* Offset of the fields from the beginning of the guest state; offset of the
   guest's stack pointer. */
enum { GUEST_FIELDS_OFFSET = sizeof(VexGuestArchState) };
extern Int guest_fields_offset_sp;

/* How calls and returns of the current thread of control may be handled
   (instrument/helpers.c).  It follows from the state of that thread of control
   and is computed where the fields get their values, nowhere else. */
typedef enum {
   CALLS_GENERAL,      /* by the general functions of shadow_stack.h: the thread
                       is quiet, its top activation has no routine, or
                       --toggle-collect is given */
   CALLS_IN_LEAF,         /* within an allocator: not at all, until it returns or
                       calls what is a zone of its own (callgraph/zones.h) */
   CALLS_INLINE,        /* inline */
   CALLS_INLINE_FOLLOW_UP    /* inline, and then there is more to do: the thread has no
                       window or is in a collector, a second engine hears of
                       them too, or recording is left out (--without) */
} CallHandling;
extern CallHandling guest_call_handling;

/* Return the fields in a guest state. */
static inline GuestFields *guest_fields_in(UChar *guest)
{
   return (GuestFields *)(guest + GUEST_FIELDS_OFFSET);
}

/* Return the control whose fields the guest state has, or had last. */
const Control *guest_fields_owner(void);

/* Take the cost counter of the current thread of control from its fields. */
void guest_fields_take(const GuestFields *g);
/* Give all fields their values, and compute guest_call_handling. */
void guest_fields_give(GuestFields *g);

/* The part of guest_fields_give that a call or return changes, where the current
   thread of control has a window and its top activation a routine: the starts
   of the top activation, and its routine.  Without a window guest_fields_update_window
   has to follow. */
static inline void guest_fields_give_top(GuestFields *g, ULong starts, Routine *top)
{
   g->top = g->stamp = starts;
   g->expected = (UWord)top;
}

/* After a call or return of a thread of control that may have no window: give
   it a window if it has worked much without, else make its writes leave 0.  In
   a collector reads stay unmeasured. */
void guest_fields_update_window(GuestFields *g);

/* An allocator is entered from a thread of control that is CALLS_INLINE, and its
   activation has been given: nothing but writes is measured. */
static inline void guest_fields_enter_leaf(GuestFields *g)
{
   g->top = 0;
   guest_call_handling = CALLS_IN_LEAF;
   trms_fast_run_writes(control_current->fast);
}

/* The allocator's activation is about to end: all is measured again. */
static inline void guest_fields_leave_leaf(void)
{
   guest_call_handling = CALLS_INLINE;
   trms_fast_run(control_current->fast);
}

/* Take the cost counter in the middle of client code. */
void guest_fields_take_cost(void);

/* Client code of a thread stops; starts. */
void guest_fields_stop(ThreadId tid);
void guest_fields_start(ThreadId tid);

#endif
