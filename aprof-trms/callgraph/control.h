/* Threads of control: the record of each, and which of them runs.

   OS threads, their signal handlers and user contexts are threads of control;
   each has a shadow stack, a cost counter and an access history of its own.
   threads/states.h has their states.  Valgrind runs one of them at a time:
   control_current.  Its cost counter is control_cost_now or, while client code
   runs, the field of the guest state that instrumented code increments
   (guest/guest_fields.h).  The counter of every other thread of control is its
   field `cost`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CONTROL_H
#define CONTROL_H

#include "engine/fast/fast.h"
#include "symbols/routines.h"

/* A pending activation, as large as a cache line.

   The key of an activation is the stack pointer at its entry and its return
   address.  Activations of one key are a chain of tail calls: each was entered
   by a jump of the activation below it, and one return ends all of them.  Where
   a call pushes the return address, the stack pointer alone distinguishes keys
   (arch/calls.h). */
typedef struct _Frame {
   Routine *routine;     /* NULL: not known yet.  It was called through a PLT
                            stub, or is the root of a new context */
   Addr sp;              /* at entry.  ~0: a root with nothing above it on the
                            stack */
   Addr return_address;  /* 0: not known; roots have none */
   ULong cost;           /* the counter at entry */
   ULong callees;        /* inclusive cost of the callees that have returned */
   union {
      Edge *edge;        /* from the activation below to this one; NULL: not
                            looked up yet.  With --contexts the edge is looked
                            up as soon as a recorded frame has a routine */
      Addr called;       /* the address that was called, while `routine` is
                            NULL */
   };
   UInt *pending;        /* number of the routine's activations that are pending
                            in this thread of control (pending_count.h) */
   UInt below;           /* the same number when this activation began.  0: this
                            activation is outermost */
   UChar foreign;        /* inherited over a fork: not recorded here */
   UChar outside;        /* not within a routine that --toggle-collect names:
                            not recorded */
   UChar sized;          /* its size was given, or it is observed
                            (GivenSize) */
   UChar collector;      /* it began a collector's zone, and has no caller
                            (zones.h) */
} Frame;

static inline Bool frame_is_recorded(const Frame *f)
{
   return !f->foreign && !f->outside;
}

/* A call of the resolved routine that the resolver itself makes, and that has
   not returned (callgraph/resolver.h). */
typedef struct {
   Addr sp;              /* at the routine's entry */
   Addr resolver_sp;     /* Control.resolver_sp before the call */
} ResolverCall;

typedef enum { NATIVE, HANDLER, CONTEXT } ControlKind;

/* A call of an allocator or a collector that has not returned (zones.h). */
typedef struct {
   ZoneKind kind;
   Bool has_frame;       /* the shadow stack has an activation for it */
   Bool inline_entry;    /* entered by zones_enter_inline */
   Bool remapped;        /* realloc: mremap has moved the block's history */
   Bool moves;           /* collector: it moves objects */
   Bool is_inlined;      /* growth: a call that is inlined */
   Bool is_told;         /* growth: what it calls tells the blocks... */
   Bool compares;        /* ...and their contents tell the old one... */
   UInt blocks;          /* ...the number of blocks that it has allocated... */
   Addr to;              /* ...and the first of them: the new block */
   Addr sp;              /* at entry */
   Addr return_address;  /* 0: not known */
   ULong cost;           /* the counter at entry */
   Addr container;       /* that grows */
   Addr block;           /* the old block of realloc, or of the container */
   SizeT size;           /* bytes of the block that calloc or realloc returns,
                            or of the container's contents */
   Routine *caller, *leaf;   /* calloc: itself, or the allocator that has
                            called it, and what has called that; collector: the
                            routine that its cost is noted for, `caller`; NULL:
                            they are not recorded */
   UInt floor;           /* collector: Control.callers_floor before */
} Zone;

/* The most zones of a thread of control: an allocator, in it calloc or realloc,
   and in that a collector. */
enum { ZONES = 3 };

/* The size of a pending activation, given by the program or by --size-of; or
   its arguments, if it is observed (observed_arguments.h). */
typedef struct {
   UInt frame;           /* its index; ascending in Control.given */
   UInt floor;           /* Control.callers_floor before */
   Bool is_given;        /* the size is */
   ULong size;
   UWord arguments[CALL_ARGUMENTS];   /* if it is not */
} GivenSize;

/* A stack that goes on in another stretch of memory: __morestack loads the
   stack pointer with a place there (-fsplit-stack).  A routine whose frame has
   no room calls __morestack, which calls back into it.  The activation goes on
   in the new stretch, until the stack pointer is loaded with a place in an
   older one. */
typedef struct {
   UInt frame;           /* index of the activation */
   UInt floor;           /* Control.callers_floor before */
   Addr sp;              /* its stack pointer at entry.  In the new stretch its
                            key is the stack pointer behind the call back */
   Addr left_at;         /* the stack pointer when the older stretch was left */
   Addr top;             /* where the new stretch begins, downwards */
} SplitStack;

typedef struct _PackedSegment PackedSegment;

typedef struct _Control {
   /* Each call and return accesses these fields: they lie together. */
   Frame *frames;               /* the shadow stack; [0] is the root.  Only the
                                   frames from index `slid` on have memory */
   Frame *top;                  /* frames - 1 if no activation is pending */
   Frame *last;                 /* the last frame that there is room for, in
                                   the stack of `fast` as well */
   Frame *floor;                /* frames above it have a caller that is not
                                   packed (packed_frames.h) or foreign.  It is
                                   the root, or the first frame above the
                                   foreign and packed ones; while a collector is
                                   pending, the collector's frame; while an
                                   activation with a GivenSize is pending, its
                                   frame */
   /* The top activation has called a hidden routine, or jumped to one that calls
      for its interpreter: the stack pointer at its entry, and the depth then; 0: no
      such call, or it is known to have returned. */
   Addr hidden_sp;
   UInt hidden_depth;
   trms_thread *input;          /* the engine's record of this thread */
   trms_thread *fast;           /* the fast engine's record, if accesses are
                                   checked inline; else NULL */
   UInt **pending_count;        /* by routine id, in leaves (pending_count.h) */
   UInt pending_leaves;         /* length of pending_count */
   UInt os_thread;              /* number of the OS thread that the profile
                                   counts it as */
   ControlKind kind;

   ULong cost;                  /* the counter, while it does not run */
   ULong cost_base;             /* the counter when a fork began this process */
   trms_sizes sizes_base;       /* the root's sizes at that time */

   /* While it executes PLT0 or the lazy resolver, nothing is measured.  That
      ends with a jump whose stack pointer is resolver_sp, or when the stack
      pointer passes above it. */
   Bool in_resolver;
   Addr resolver_sp;
   ULong resolver_cost;         /* the counter when that began */
   Addr resolver_callee;        /* the stack pointer at the entry of a routine
                                   that PLT0's code has called; 0: none */
   ResolverCall *resolver_calls;      /* from the outermost on, by descending
                                         `sp` */
   UInt n_resolver_calls, resolver_calls_room;

   UInt callers_floor;          /* index of the floor, whatever is packed */
   UInt packed;                 /* frames up to this index are packed
                                   (packed_frames.h); 0: none */
   UInt slid;                   /* the memory begins with this frame */
   UInt room;                   /* frames that the memory has room for */
   Addr root_sp;                /* stack pointer of frames[0], if it is
                                   packed */
   XArray *segments;            /* of PackedSegment *, ascending; or NULL */
   Addr unpacked_from;          /* the stamps of the stack below are packed, or
                                   too few */
   XArray *given;               /* of GivenSize; NULL: there was none */
   XArray *splits;              /* of SplitStack; NULL: there was none */
   UInt split_depth;            /* the number of frames up to that of the last
                                   one; 0: there is none.  The frames stay until
                                   their stretch is left */
   Bool is_splitting;           /* the stack pointer is in the new stretch, and
                                   __morestack has not called back */
   Bool has_foreign;            /* there was a foreign frame: there may be one
                                   still */
   Bool lands;                  /* a load of the stack pointer has closed
                                   activations, and the top one is an inlined
                                   call: the next indirect jump says where its
                                   host goes on */

   Zone zones[ZONES];           /* its zones, the outer one first */
   UInt n_zones;

   struct _Control *interrupted;  /* by this handler, while it is active */
   Bool active;                 /* of a handler: between delivery and end */

   Addr saved_sp;               /* when it was suspended or interrupted */
   Addr saved_ip;               /* when it was interrupted */
   Addr landing_sp;             /* of a context: where it began */
   Addr top_sp;                 /* the highest stack pointer seen */
   Bool suspended;              /* the stack pointer was switched to another
                                   stack (threads/suspended_stacks.h) */
   Bool finished;               /* of a context: its first routine returned */
   UInt remembered;             /* its place in threads/relocated_stacks.c, plus
                                   1; 0: it has none */
   Bool lost;                   /* it was suspended, and another context uses
                                   its stack: it ends, unless a copy of its
                                   stack is found */

   struct _Control *next, *previous;   /* in control_list */
} Control;

/* The thread of control that runs, or ran last; its cost counter. */
extern Control *control_current;
extern ULong control_cost_now;

/* Are activations recorded, and code instrumented (main/steering.c)?  If not,
   then the shadow stacks hold activations that are not recorded, and calls and
   accesses are no events. */
extern Bool control_collecting;

/* All threads of control, linked by `next`. */
extern Control *control_list;

/* Return the number of pending activations. */
static inline UInt control_depth(const Control *c)
{
   return c->top + 1 - c->frames;
}

/* Return the number of stretches that the stack has beside its first one. */
static inline UInt control_splits(const Control *c)
{
   return c->split_depth == 0 ? 0 : VG_(sizeXA)(c->splits);
}

static inline SplitStack *control_split(const Control *c, UInt i)
{
   return VG_(indexXA)(c->splits, i);
}

/* Return the highest stack pointer of the stretch that the stack is in. */
static inline Addr control_stretch_top(const Control *c)
{
   return c->split_depth == 0
          ? c->top_sp : control_split(c, control_splits(c) - 1)->top;
}

/* Return where the frames' memory begins. */
static inline Frame *control_memory(const Control *c)
{
   return c->frames + c->slid;
}

/* Return the stack pointer of the root. */
static inline Addr control_root_sp(const Control *c)
{
   return c->packed > 0 ? c->root_sp : c->frames[0].sp;
}

/* The frames below the top that are never packed. */
enum { PACKED_FRAMES_MARGIN = TRMS_FAST_MARGIN };

/* Set the floor to this frame, or to a higher one if frames are packed. */
static inline void control_set_floor(Control *c, UInt frame)
{
   SizeT packed = c->fast != NULL ? trms_fast_packed(c->fast) : 0, least;

   if (packed < c->packed)
      packed = c->packed;
   least = packed > 0 ? packed + PACKED_FRAMES_MARGIN : 0;

   c->callers_floor = frame;
   c->floor = c->frames + (frame > least ? frame : least);
}

/* The frames' memory is there now, and begins with frame `slid`: set what
   points into it.  `depth`: control_depth. */
void control_set_frames(Control *c, Frame *memory, UInt depth);
/* Let this number of frames be in the memory, or as many as there is room for,
   before the stack is said to have no room.  The fast engine gets room, too. */
void control_set_room(Control *c, SizeT frames);
/* Make room for this number of frames in the memory. */
void control_grow(Control *c, SizeT frames);
/* Give memory back that lies far above the top. */
void control_give_back(Control *c);

/* Return a new thread of control with an empty stack. */
Control *control_new(ControlKind kind, UInt os_thread);
/* Remove a thread of control from the list, and free it.  It has no packed
   frames any more.  If it was control_current, then control_current is NULL
   afterwards. */
void control_free(Control *c);

/* Make `c` the current thread of control. */
void control_activate(Control *c);

/* May the top activation be in a hidden routine that it has called?  Then a jump
   to the entry of any routine, its own as well, may be a call. */
static inline Bool control_may_be_hidden(const Control *c)
{
   return c->hidden_depth != 0 && c->hidden_depth == control_depth(c);
}

/* The current thread of control enters the lazy resolver, which it leaves when
   its stack pointer is back at `sp`. */
void control_begin_resolver(Addr sp);
/* It has left the resolver: the counter goes back to its value before. */
void control_end_resolver(void);
/* Return what all threads of control have counted in the resolver in this
   process; begin with 0 again. */
ULong control_resolver_cost(void);
void control_forget_resolver_cost(void);

/* Return the cost counter of a thread of control, without what it has counted
   in the resolver. */
ULong control_cost(const Control *c);

/* Return the cost of the whole program in this process. */
ULong control_total_cost(void);

/* Call `f` for every thread of control that has pending activations. */
void control_each(void (*f)(Control *c, void *opaque), void *opaque);

/* Totals of the threads of control that have ended. */
typedef struct {
   ULong cost;
   trms_sizes sizes;
} ControlTotals;
extern ControlTotals control_ended;

/* Add what `plus` has beyond `minus`. */
void control_add_sizes(trms_sizes *to, const trms_sizes *plus,
                       const trms_sizes *minus);

#endif
