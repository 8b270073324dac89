/* Threads of control: what is known of each, and which one runs.

   OS threads, their signal handlers and user contexts are threads of control;
   each has a shadow stack, a cost counter and an access history of its own.
   Valgrind runs one of them at a time: control_current.  Its cost counter is
   control_cost_now, and, while client code runs, the field of the guest state that
   instrumented code increments (guest/guest_fields.h); everybody else's stands in their
   `cost`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CONTROL_H
#define CONTROL_H

#include "symbols/routines.h"

/* A pending activation, as large as a cache line.

   The key of an activation is the stack pointer at its entry and its return
   address.  Activations of one key are a chain of tail calls: each was jumped
   to by the activation below it, and all end at one return.  Where a call
   pushes the return address, the stack pointer alone tells keys apart
   (arch/calls.h). */
typedef struct _Frame {
   Routine *routine;   /* NULL: not known yet.  It was called through a PLT
                            stub, or is the root of a new context */
   Addr sp;              /* at entry.  A root that nothing lies above has ~0 */
   Addr return_address;  /* 0: not known; roots have none */
   ULong cost;           /* the counter at entry */
   ULong callees;        /* inclusive cost of the callees that returned */
   union {
      Edge *edge;      /* from the activation below to this one; NULL: not
                            looked up yet.  With --contexts it always is, if
                            the frame is recorded and has a routine */
      Addr called;       /* what was called, while `routine` is NULL */
   };
   UInt *pending;        /* the counter of the routine's activations that are
                            pending in this thread of control... */
   UInt below;           /* ...and what it was when this one began.  0: this
                            activation is outermost */
   UChar foreign;        /* inherited over a fork: not recorded here */
   UChar outside;        /* of what --toggle-collect names: not recorded */
   UChar collector;          /* of a collector: it has no caller (zones.h) */
} Frame;

static inline Bool frame_is_recorded(const Frame *f)
{
   return !f->foreign && !f->outside;
}

typedef enum { NATIVE, HANDLER, CONTEXT } ControlKind;

/* What happens within an allocator or a collector (zones.h). */
typedef struct {
   ZoneKind kind;
   Bool has_frame;       /* an activation stands for it */
   Bool inline_entry;           /* entered by zones_enter_inline */
   Bool remapped;        /* realloc: mremap has moved the block's history */
   Addr sp;              /* at entry */
   Addr return_address;
   ULong cost;           /* the counter at entry */
   Addr block;           /* realloc's old block */
   SizeT size;           /* of the block that calloc or realloc returns */
   UInt floor;           /* collector: index of the floor before */
} Zone;

enum { ZONES = 2 };      /* a collector, calloc or realloc in an allocator */

typedef struct _Control {
   /* What each call and return touches stands together. */
   Frame *frames;             /* [0] is the root */
   Frame *top;                /* below frames if nothing is pending */
   Frame *last;               /* so far there is room, for `fast` as well */
   Frame *floor;              /* frames above have a caller of this process:
                                   the root, or what is above the foreign */
   trms_thread *input;          /* the engine's part */
   trms_thread *fast;           /* the fast engine's, where accesses are
                                   checked inline */
   UInt **pending_count;        /* by routine id, in leaves (pending_count.h) */
   UInt pending_leaves;
   UInt os_thread;              /* number of the OS thread it appears under */
   ControlKind kind;

   ULong cost;                  /* while it does not run */
   ULong cost_base;             /* what a fork left behind */
   trms_sizes sizes_base;       /* of the root, likewise */

   /* In PLT stubs and the lazy resolver nothing is measured: until the stack
      pointer is back at resolver_sp by a jump. */
   Bool in_resolver;
   Addr resolver_sp;
   ULong resolver_cost;            /* the counter when it began */

   Zone zones[ZONES];           /* that it is in, the outer one first */
   UInt n_zones;

   struct _Control *interrupted;  /* of a handler that is active */
   Bool active;                     /* of a handler: between delivery and end */

   Addr saved_sp;               /* when it was suspended or interrupted */
   Addr saved_ip;               /* when it was interrupted */
   Addr landing_sp;             /* of a context: where it began */
   Addr top_sp;                 /* the highest stack pointer seen */
   Bool suspended;              /* switched away from: can be resumed
                                   (threads/suspended_stacks.h) */
   Bool finished;               /* of a context: its first routine returned */
   UInt remembered;             /* where its stack may move (threads/relocated_stacks.c); 0: it
                                   is not */
   Bool lost;                   /* it was suspended, and somebody else uses its
                                   stack: unless that has been moved, it is
                                   over */

   struct _Control *next, *previous;   /* in the list of all */
} Control;

extern Control *control_current;
extern ULong control_cost_now;

/* All of them, linked by `next`. */
extern Control *control_list;

/* The number of pending activations. */
static inline UInt control_depth(const Control *c)
{
   return c->top + 1 - c->frames;
}

/* A new one, with an empty stack.  control_free takes it out of the list and
   gives its memory back; if it was the current one, there is none then. */
Control *control_new(ControlKind kind, UInt os_thread);
void control_free(Control *c);

/* From now on `c` runs. */
void control_activate(Control *c);

/* Begins and ends the quiet state of the current thread of control, which
   lasts until the stack pointer is back at `sp`. */
void control_begin_resolver(Addr sp);
void control_end_resolver(void);

/* The cost counter of a thread of control, without what was quiet. */
ULong control_cost(const Control *c);

/* What the whole program has cost, in this process. */
ULong control_total_cost(void);

/* Calls `f` for every thread of control that has pending activations. */
void control_each(void (*f)(Control *c, void *opaque), void *opaque);

/* Totals of the threads of control that have ended. */
typedef struct {
   ULong cost;
   trms_sizes sizes;
} ControlTotals;
extern ControlTotals control_ended;

#endif
