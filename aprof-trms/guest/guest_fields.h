/* The tool's fields in the guest state of the running thread.

   The fields lie at the beginning of the first shadow area, which Valgrind
   leaves to the tool: instrumented code accesses them as fast as the guest's
   registers.  On some processors a field is slow if the low ten bits of its
   address are those of a register that is often written.  No field directly
   behind the registers has this problem (bench/ measures it).

   Valgrind copies the area to new threads, and saves and restores it around
   signal frames.  So the fields are written at each start of client code, and
   the cost counter is read back at each stop.  While client code runs, the
   fields are valid and the tool's variables may be out of date.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef GUEST_FIELDS_H
#define GUEST_FIELDS_H

#include "callgraph/control.h"
#include "engine/fast/fast.h"
#include "pub_tool_guest.h"

enum { GUEST_READS = 8 };

/* Where a thread is, for --what-if alone (sched/emit_time.c). */
typedef struct {
   ULong faster;      /* not 0: code that has no fixed speed is faster; with
                         callees the stack pointer at the routine's entry */
   ULong charge;      /* the address of the counter that code outside of the
                         scope is charged to */
   ULong inside;      /* the code executed last was in the scope */
   ULong loops;       /* a routine jumps to its own entry */
   /* For sched/spins.c, in a run with --what-if=base. */
   ULong changed;     /* not 0: the thread has changed memory */
   ULong reads[GUEST_READS];   /* of the last reads some: address and size */
} GuestWhatIf;

typedef struct {
   ULong cost;        /* the cost counter of the thread of control */
   /* The fast engine's view (engine/fast/fast.h), each stamp in both halves. */
   ULong top, stamp;
   ULong base;
   /* The routine of the top activation.  0: it is not known, or the thread of
      control lands, or may be in a hidden routine: the entry of any routine, and
      each indirect jump, must be examined. */
   ULong expected;
   /* Constants: a 64-bit constant is shorter as an operand in memory. */
   ULong sign;        /* bit 31 of both halves */
   ULong valid;       /* STAMP_VALID in both halves */
   ULong state;       /* STAMP_VALID and STAMP_SHARED in both halves */
   ULong checked;     /* another field of the view: 0, or all bits */
   ULong again;       /* not 0: the range of code in the guest state is to be
                         translated again (guest_fields_retranslate) */
   /* The stack pointer at the entry of the top activation, up to which a load of
      the stack pointer stays in its frame, or 0: set at each load, and right
      only until the next event. */
   ULong frame_end;
   /* Virtual time that the thread may still use before it must stop; negative:
      it must stop (sched/).  Only with --sched=virtual. */
   Long time_left;
   GuestWhatIf what_if;
} GuestFields;

#define GUEST_FIELD(name) offsetof(GuestFields, name)

/* Offset of the fields, and of the guest's stack pointer, from the beginning of
   the guest state. */
enum { GUEST_FIELDS_OFFSET = sizeof(VexGuestArchState) };
extern Int guest_fields_offset_sp;

/* How calls and returns of the current thread of control are handled
   (helpers/fast_path.h).  It depends on the state of that thread of control
   alone, and is computed only where the fields get their values. */
typedef enum {
   CALLS_GENERAL,         /* by the functions of shadow_stack.h, which handle
                             every case: the thread is in the lazy resolver, its
                             top activation has no routine, __morestack is
                             about to call back, or --toggle-collect is
                             given */
   CALLS_IN_LEAF,         /* ignored, within an allocator, until the allocator
                             returns or calls a routine that is a zone of its
                             own (callgraph/zones.h) */
   CALLS_INLINE,          /* by the fast path */
   CALLS_INLINE_FOLLOW_UP /* by the fast path and further steps: the thread has
                             no window or is in a collector, a second engine
                             gets the calls, too, output is measured, or
                             recording is left out (--without) */
} CallHandling;
extern CallHandling guest_call_handling;

/* control_current with CALLS_INLINE; else a thread of control in which no call,
   return or jump can be done by the fast path: its frames' stack pointer is 0,
   below which no call pushes anything, and which every return has left twice,
   and it has no counter of pending activations.  So the fastest path need not
   look at guest_call_handling.  As control_current, it is meant for client code:
   guest_fields_give sets it before that runs. */
extern Control *guest_inline_control;

/* Set guest_call_handling, for control_current. */
void guest_fields_handle_calls(CallHandling handling);

/* Return the fields in a guest state. */
static inline GuestFields *guest_fields_in(UChar *guest)
{
   return (GuestFields *)(guest + GUEST_FIELDS_OFFSET);
}

/* Return the guest state that has these fields. */
static inline UChar *guest_fields_guest(GuestFields *g)
{
   return (UChar *)g - GUEST_FIELDS_OFFSET;
}

/* Return the thread of control whose values the fields have, or had last. */
const Control *guest_fields_owner(void);

/* Set the cost counter of the current thread of control from its fields. */
void guest_fields_take(const GuestFields *g);
/* Give all fields the values of the current thread of control, and compute
   guest_call_handling. */
void guest_fields_give(GuestFields *g);

/* Take the fields in a guest state, and return them. */
static inline GuestFields *guest_fields_taken(UChar *guest)
{
   GuestFields *g = guest_fields_in(guest);

   guest_fields_take(g);
   return g;
}

/* The part of guest_fields_give that a call or return changes: give the fields
   the starts (engine/fast/fast.h) and the routine of the top activation.  The
   top activation must have a routine.  If the thread has no window,
   guest_fields_update_window must follow. */
static inline void guest_fields_give_top(GuestFields *g, ULong starts,
                                         Routine *top)
{
   g->top = g->stamp = starts;
   g->expected = (UWord)top;
}

/* The current thread of control, which may have no window, has made a call or
   return.  If it is busy, give it a window; if it has none, let its writes
   store 0.  In a collector, accesses stay unmeasured. */
void guest_fields_update_window(GuestFields *g);

/* An allocator was called under CALLS_INLINE, and the fields have the values of
   its activation: from now on only writes are measured. */
static inline void guest_fields_enter_leaf(GuestFields *g)
{
   g->top = 0;
   guest_fields_handle_calls(CALLS_IN_LEAF);
   trms_fast_run_writes(control_current->fast);
}

/* The allocator's activation is about to end: measure all accesses again. */
static inline void guest_fields_leave_leaf(void)
{
   guest_fields_handle_calls(CALLS_INLINE);
   trms_fast_run(control_current->fast);
}

/* Is client code running, so that the fields are newer than the tool's
   variables? */
Bool guest_fields_are_in_use(void);

/* Update control_cost_now from the fields, if client code is running. */
void guest_fields_take_cost(void);

/* Client code of a thread stops: take its fields.  It starts: give them. */
void guest_fields_stop(ThreadId tid);
void guest_fields_start(ThreadId tid);

/* Client code of the thread has just started: discard the translations of this
   range when it ends the turn of a loop, if it does before it stops. */
void guest_fields_retranslate(ThreadId tid, Addr start, SizeT length);
/* The same for all code. */
void guest_fields_retranslate_all(ThreadId tid);

#endif
