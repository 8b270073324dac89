/* Call, return, tail call, unwinding -> the shadow stack of the current thread
   of control: an activation is closed when the stack pointer passes above the
   place of its return address.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_CALLS_H
#define AP_CALLS_H

#include "callgraph/control.h"

/* Called from instrumented code, all for the current thread of control; `sp`
   is the stack pointer after the instruction, `insn` its address. */
void ap_call(Addr sp, ApRoutine *callee);            /* callee is known */
void ap_call_stub(Addr sp, Addr target);             /* through a PLT stub */
void ap_return(Addr sp, Addr target);
void ap_entry(Addr sp, ApRoutine *entered);          /* at an entry's start */
void ap_stub_jump(Addr target);                      /* a PLT stub's jump */
void ap_resolver_starts(Addr sp);                    /* at PLT0's start */
void ap_indirect_jump(Addr sp, Addr target);         /* none expected */

/* Puts a root activation on the empty stack of the current thread. */
void ap_push_root(ApRoutine *routine, Addr sp);
/* The same for a new context: named where its first jump or return goes. */
void ap_push_unnamed_root(Addr insn);

/* Closes every activation that the stack pointer has left below; the root
   stays. */
void ap_unwind(Addr sp);
/* Closes all, root included; nothing is pending afterwards. */
void ap_close_all(void);
/* Drops all without recording: the thread is not there any more. */
void ap_drop_all(void);

/* What is pending in `c` was inherited over a fork: it goes on as stack, but is
   nobody's caller and outermost of nothing that this process records. */
void ap_become_foreign(ApControl *c);
/* The edge that has led to a frame which is recorded; NULL: from nothing that
   is. */
ApEdge *ap_edge_to(const ApControl *c, const ApFrame *f);

/* How many activations of a routine are pending in a thread of control.

   The counter of one thread of control, its owner, is the routine's own; the
   others have theirs in leaves of their own.  Who has no leaf for it may become
   the owner once the former one has none pending here.  So all activations of a
   routine that a thread of control has pending at one time are in one counter,
   and a frame remembers which. */
UInt *ap_new_pending_count(ApControl *c, ApPending *p);

enum { AP_LEAF = 64 };

/* NULL: there is none yet. */
static inline UInt *ap_known_pending_count(const ApControl *c, ApPending *p)
{
   UInt leaf;

   if (LIKELY(p->owner == c))
      return &p->count;
   leaf = p->id / AP_LEAF;
   return leaf < c->pending_leaves && c->pending_count[leaf] != NULL
          ? &c->pending_count[leaf][p->id % AP_LEAF] : NULL;
}

static inline UInt *ap_pending_count(ApControl *c, ApPending *p)
{
   UInt *count = ap_known_pending_count(c, p);

   return LIKELY(count != NULL) ? count : ap_new_pending_count(c, p);
}

/* What the target of a call is; direct-mapped by its address, in front of a
   table of all. */
typedef struct {
   Addr target;
   ApRoutine *routine;     /* NULL: a PLT stub */
} ApTarget;

enum { AP_TARGETS = 4096 };
extern ApTarget ap_targets[AP_TARGETS];

static inline ApTarget *ap_target_place(Addr target)
{
   return &ap_targets[(target ^ (target >> 12)) % AP_TARGETS];
}

/* The routine that a call to `target` activates; NULL: a PLT stub.  The one
   below looks at its place first, this one puts it there. */
ApRoutine *ap_new_target(Addr target);

static inline ApRoutine *ap_routine_called(Addr target)
{
   const ApTarget *t = ap_target_place(target);

   return LIKELY(t->target == target) ? t->routine : ap_new_target(target);
}

/* What code was called is forgotten where it was unmapped. */
void ap_calls_discard(void);

#endif
