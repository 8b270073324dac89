/* Call, return, tail call, unwinding -> the shadow stack.

   Invariants, for each thread of control while its client code runs:
   - the stack is never empty; frames[0] is the root;
   - from the root up the frames' stack pointers never grow, and frames of
     equal stack pointer are a chain of tail calls, in which each routine
     stands once;
   - only the top frame may be without a routine;
   - the engine's stack is as deep as this one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/shadow_stack.h"
#include "arch/plt.h"
#include "arch/stack_insn.h"
#include "base/filters.h"
#include "base/options.h"
#include "callgraph/record.h"
#include "callgraph/call_sites.h"
#include "engine/fast/fast.h"

/* A counter in the leaves of `c`, which are made where they are needed: most
   threads run few of a program's routines. */
static UInt *new_in_leaf(ApControl *c, UInt id)
{
   UInt leaf = id / AP_LEAF;

   if (leaf >= c->pending_leaves) {
      UInt n = leaf + leaf / 2 + 8;
      c->pending_count = VG_(realloc)("aprof.calls.leaves", c->pending_count,
                                      n * sizeof *c->pending_count);
      VG_(memset)(c->pending_count + c->pending_leaves, 0,
                  (n - c->pending_leaves) * sizeof *c->pending_count);
      c->pending_leaves = n;
   }
   c->pending_count[leaf] = VG_(calloc)("aprof.calls.leaf", AP_LEAF,
                                        sizeof(UInt));
   return &c->pending_count[leaf][id % AP_LEAF];
}

UInt *ap_new_pending_count(ApControl *c, ApPending *p)
{
   if (p->count > 0)
      return new_in_leaf(c, p->id);
   p->owner = c;
   return &p->count;
}

static void set_routine(ApControl *c, ApFrame *f, ApRoutine *r)
{
   f->routine = r;
   f->outside = ap_has_toggles() && !r->toggle
                && (f == c->frames || f[-1].outside);
   if (f->foreign)
      return;
   f->pending = ap_pending_count(c, r->pending);
   f->below = (*f->pending)++;
   if (ap_options.contexts > 0 && !f->outside)
      f->edge = ap_find_edge(f == c->frames ? NULL : f - 1, r);
}

static void grow(ApControl *c)
{
   UInt depth = ap_depth(c), floor = c->floor - c->frames;

   if (c->fast != NULL)
      trms_fast_reserve(c->fast, 2 * depth);
   c->frames = VG_(realloc)("aprof.calls.frames", c->frames,
                            2 * depth * sizeof *c->frames);
   c->top = c->frames + depth - 1;
   c->last = c->frames + 2 * depth - 1;
   c->floor = c->frames + floor;
}

static void push(ApControl *c, ApRoutine *r, Addr sp, Addr called)
{
   if (c->top == c->last)
      grow(c);
   ApFrame *f = ++c->top;
   f->sp = sp;
   f->cost = ap_cost;
   f->callees = 0;
   f->called = called;
   f->foreign = f->outside = False;
   f->routine = NULL;
   f->edge = NULL;
   if (r != NULL)
      set_routine(c, f, r);
   ap_options.engine->call(c->input);
}

static void add_sizes(trms_sizes *to, const trms_sizes *plus,
                      const trms_sizes *minus)
{
   to->rms += plus->rms - minus->rms;
   to->ext += plus->ext - minus->ext;
   to->trms += plus->trms - minus->trms;
   to->external += plus->external - minus->external;
   to->thread += plus->thread - minus->thread;
}

ApEdge *ap_edge_to(const ApControl *c, const ApFrame *f)
{
   if (ap_options.contexts > 0)
      return f->edge;
   if (f == c->frames || !ap_is_recorded(f - 1))
      return NULL;
   return f->edge != NULL ? f->edge : ap_edge_of(f - 1, f->routine);
}

/* The top activation ends. */
static void close_top(ApControl *c)
{
   ApFrame *f = c->top;
   ApActivation a;

   if (f->routine == NULL)
      set_routine(c, f, ap_routine_at(f->called));
   ap_options.engine->ret(c->input, &a.sizes);
   if (!f->foreign)
      (*f->pending)--;
   a.routine = f->routine;
   a.os_thread = c->os_thread;
   a.outermost = f->below == 0;
   a.cost = ap_cost - f->cost;
   a.self = a.cost - f->callees;
   c->top--;
   if (c->floor > c->top + 1)
      c->floor = c->top + 1;
   if (ap_depth(c) > 0)
      c->top->callees += a.cost;
   else {
      add_sizes(&ap_ended.sizes, &a.sizes, &c->sizes_base);
      VG_(memset)(&c->sizes_base, 0, sizeof c->sizes_base);
   }
   if (ap_is_recorded(f)) {
      a.edge = ap_edge_to(c, f);
      ap_record(&a);
   }
}

/* The top activation, which nothing was known of, is one of `r`.  It has not
   executed anything yet: a hidden routine's can go as if it had never been. */
static void name_top(ApControl *c, ApRoutine *r)
{
   if (r->hidden && ap_depth(c) > 1) {
      trms_sizes none;
      ap_options.engine->ret(c->input, &none);
      c->top--;
   } else
      set_routine(c, c->top, r);
   ap_update_plain();
}

static Bool top_is_unnamed(const ApControl *c)
{
   return c->top->routine == NULL;
}

/* Ready for an activation above the top one? */
static void settle_top(ApControl *c)
{
   if (top_is_unnamed(c))
      name_top(c, ap_routine_at(c->top->called));
}

ApTarget ap_targets[AP_TARGETS];

/* All of them: what was called has one meaning until code is discarded, and to
   ask Valgrind for it takes long.  Open addressing, since all that is to be had
   from this table is near the first place that is looked at. */
static ApTarget *known;
static UInt n_known, n_places;      /* a power of two */

void ap_calls_discard(void)
{
   ap_sites_discard();
   if (n_known == 0)       /* thousands of translations go one after the other */
      return;
   VG_(memset)(ap_targets, 0, sizeof ap_targets);
   VG_(free)(known);
   known = NULL;
   n_known = n_places = 0;
}

/* Where the target is, or would be.  Routines that lie side by side are often
   called one after the other: those of 64 bytes share a cache line. */
static ApTarget *known_place(Addr target)
{
   UInt i = (UInt)(((target >> 6) * 0x9E3779B97F4A7C15ull) >> 32) << 2
            | (target >> 4 & 3);

   for (;; i++) {
      ApTarget *t = &known[i & (n_places - 1)];
      if (t->target == target || t->target == 0)
         return t;
   }
}

static void know_more(void)
{
   UInt old_n = n_places, n = old_n == 0 ? 256 : 2 * old_n;
   ApTarget *old = known;

   known = VG_(calloc)("aprof.calls.known", n, sizeof *known);
   n_places = n;
   for (UInt i = 0; i < old_n; i++)
      if (old[i].target != 0)
         *known_place(old[i].target) = old[i];
   VG_(free)(old);
}

static ApRoutine *routine_of_target(Addr target)
{
   Addr start;

   return !ap_has_symbol(target, &start)
          && ap_arch_plt_part(target) != PLT_NONE
          ? NULL : ap_routine_at(target);
}

ApRoutine *ap_new_target(Addr target)
{
   if (2 * n_known >= n_places)
      know_more();
   ApTarget *t = known_place(target);
   if (t->target != target) {
      t->routine = routine_of_target(target);
      t->target = target;
      n_known++;
   }
   *ap_target_place(target) = *t;
   return t->routine;
}

/* An activation whose return address lies at or below that of a new call has
   been left without a return. */
static void close_stale(ApControl *c, Addr sp)
{
   while (ap_depth(c) > 1 && c->top->sp <= sp)
      close_top(c);
}

void ap_call(Addr sp, ApRoutine *callee)
{
   ApControl *c = ap_current;

   if (c->quiet)
      return;
   settle_top(c);
   close_stale(c, sp);
   if (!callee->hidden)
      push(c, callee, sp, 0);
}

void ap_call_stub(Addr sp, Addr target)
{
   ApControl *c = ap_current;

   if (c->quiet)
      return;
   settle_top(c);
   close_stale(c, sp);
   push(c, NULL, sp, target);
   ap_update_plain();
}

void ap_push_root(ApRoutine *routine, Addr sp)
{
   push(ap_current, routine, sp, 0);
   ap_update_plain();
}

void ap_push_unnamed_root(Addr insn)
{
   push(ap_current, NULL, ~(Addr)0, insn);
   ap_update_plain();
}

/* A new context's first transfer of control names its root.  Where registers
   were popped on the way, its stack reaches higher than where it was entered. */
static void name_root(ApControl *c, Addr sp, Addr target)
{
   c->top->sp = sp;
   if (sp > c->top_sp)
      c->top_sp = sp;
   name_top(c, ap_routine_at(target));
}

void ap_return(Addr sp, Addr target)
{
   ApControl *c = ap_current;

   if (c->quiet) {
      if (sp <= c->quiet_sp)
         return;
      ap_end_quiet();
   }
   if (ap_depth(c) == 1 && top_is_unnamed(c)) {
      name_root(c, sp, target);
      return;
   }
   ap_unwind(sp);
   if (ap_depth(c) == 1 && c->frames[0].sp < sp) {
      close_top(c);
      push(c, ap_routine_at(target), sp, 0);
      c->finished = True;
      if (sp > c->top_sp)
         c->top_sp = sp;
   }
}

void ap_unwind(Addr sp)
{
   ApControl *c = ap_current;

   while (ap_depth(c) > 1 && c->top->sp < sp)
      close_top(c);
}

void ap_entry(Addr sp, ApRoutine *entered)
{
   ApControl *c = ap_current;

   if (c->quiet || c->top->routine == entered)
      return;
   if (top_is_unnamed(c)) {
      if (ap_depth(c) == 1)
         c->top->sp = sp;
      name_top(c, entered);
      return;
   }
   ap_unwind(sp);
   for (UInt i = ap_depth(c); i-- > 0 && c->frames[i].sp == sp; )
      if (c->frames[i].routine == entered) {
         while (ap_depth(c) > i + 1)
            close_top(c);
         return;
      }
   if (c->top->routine != entered && !entered->hidden)
      push(c, entered, sp, 0);
}

void ap_stub_jump(Addr target)
{
   ApControl *c = ap_current;
   ApRoutine *r;

   if (!c->quiet && top_is_unnamed(c)
       && (r = ap_routine_called(target)) != NULL)
      name_top(c, r);
}

void ap_resolver_starts(Addr sp)
{
   if (!ap_current->quiet)
      ap_begin_quiet(sp + AP_RETURN_SLOT);    /* the index was pushed */
}

void ap_indirect_jump(Addr sp, Addr target)
{
   ApControl *c = ap_current;

   if (c->quiet) {
      if (sp != c->quiet_sp)
         return;
      ap_end_quiet();
      ap_stub_jump(target);
   } else if (ap_depth(c) == 1 && top_is_unnamed(c))
      name_root(c, sp, target);
}

void ap_close_all(void)
{
   while (ap_depth(ap_current) > 0)
      close_top(ap_current);
}

void ap_drop_all(void)
{
   ApControl *c = ap_current;
   trms_sizes unused;

   while (ap_depth(c) > 0) {
      ApFrame *f = c->top;
      if (f->routine != NULL && !f->foreign)
         (*f->pending)--;
      ap_options.engine->ret(c->input, &unused);
      c->top--;
   }
}

void ap_become_foreign(ApControl *c)
{
   for (UInt i = 0; i < ap_depth(c); i++) {
      ApFrame *f = &c->frames[i];
      if (f->routine != NULL && !f->foreign)
         (*f->pending)--;
      f->foreign = True;
   }
   c->floor = c->top + 1;
}
