/* Calls, returns, tail calls and unwinding -> the shadow stack.

   Invariants, for each thread of control while its client code runs:
   - the stack is never empty; frames[0] is the root;
   - above the root, the stack pointer of a frame is not greater than that of
     the frame below it (the first routine of a context may move its own; a
     new stretch of a split stack may lie higher), and
     frames of one key (control.h) are a chain of tail calls, in which each
     routine occurs once.  An inlined call has the key of its host, and its
     frame lies directly above that of its host, or of the inlined call that it
     lies in;
   - only the top frame may be without a routine;
   - the counter of pending activations of a frame's routine is greater than
     the frame's `below`;
   - the engine's stack is as deep as this one.
   stack_check asserts them.

   Call, return, tail call and unwinding exist twice: here for every case, and
   in helpers/ for the frequent case.  --engine=check compares the
   sizes of two engines, but both engines get the same events.  The events
   themselves are checked by tests/tool/regression, against numbers worked out
   by hand, and by tests/tool/strangers, against callgrind.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/shadow_stack.h"
#include "arch/plt.h"
#include "base/filters.h"
#include "base/options.h"
#include "callgraph/allocations.h"
#include "callgraph/call_places.h"
#include "callgraph/call_targets.h"
#include "callgraph/given_sizes.h"
#include "callgraph/packed_frames.h"
#include "callgraph/pending_count.h"
#include "callgraph/record.h"
#include "callgraph/resolver.h"
#include "callgraph/zones.h"
#include "engine/fast/fast.h"
#include "symbols/code_symbols.h"
#include "sys/stack_memory.h"

static Bool is_collector(const Routine *r)
{
   return r->memory != NULL && r->memory->kind == ZONE_COLLECTOR;
}

/* The frame is an activation of `r`: set all fields that depend on it. */
static void set_routine(Control *c, Frame *f, Routine *r)
{
   f->routine = r;
   f->edge = NULL;
   f->collector = f > c->frames && is_collector(r) && !zones_in_collector(c);
   f->outside = filters_have_toggles() && !r->toggle
                && (f == c->frames || f[-1].outside);
   f->foreign = f->foreign || !control_collecting;
   if (f->foreign) {
      c->has_foreign = True;
      return;
   }
   f->pending = pending_count(c, r->pending);
   f->below = (*f->pending)++;
   if (tool_options.contexts > 0 && !f->outside)
      f->edge = record_find_edge(f == c->frames || f->collector ? NULL : f - 1,
                                 r);
}

static void grow(Control *c)
{
   packed_frames_grow(c);
   if (c->top == c->last)
      control_grow(c, control_depth(c) - c->slid + 1);
}

void shadow_stack_give_back(Control *c)
{
   if (stack_memory_is_idle(control_depth(c) - c->slid, c->room))
      control_give_back(c);
}

/* The floor is above the top: unpack frames, if that is the reason. */
static void lower_floor(Control *c)
{
   UInt depth = control_depth(c);

   if (c->packed > 0 && depth < c->packed + PACKED_FRAMES_MARGIN) {
      packed_frames_fall(c);
      control_give_back(c);
   }
   if (c->fast != NULL)
      trms_fast_unpack_top(c->fast);
   control_set_floor(c, c->callers_floor < depth ? c->callers_floor : depth);
}

/* The top frame has gone: frames may be unpacked, and move. */
static void settle_floor(Control *c)
{
   if (c->floor > c->top + 1)
      lower_floor(c);
}

static void pop(Control *c)
{
   c->top--;
   settle_floor(c);
}

/* Push an activation of `r`.  If `r` is NULL, the routine is not known yet: it
   will be the routine that the PLT stub at `called` jumps to, or that a new
   context executes. */
static void push(Control *c, Routine *r, Addr sp, Addr return_address,
                 Addr called)
{
   if (c->top == c->last)
      grow(c);
   Frame *f = ++c->top;
   f->sp = sp;
   f->return_address = return_address;
   f->cost = control_cost_now;
   f->callees = 0;
   f->called = called;
   f->foreign = f->outside = f->sized = f->collector = False;
   f->routine = NULL;
   if (r != NULL)
      set_routine(c, f, r);
   tool_options.engine->call(c->input);
}

Edge *shadow_stack_edge_to(const Control *c, const Frame *f)
{
   if (tool_options.contexts > 0)
      return f->edge;
   if (f == c->frames || f->collector || !frame_is_recorded(f - 1))
      return NULL;
   return f->edge != NULL ? f->edge : record_edge_of(f - 1, f->routine);
}

/* Subtract a collector's cost from the counter: no caller is charged for it. */
static void subtract_collector(ULong cost)
{
   control_cost_now -= cost;
   control_ended.cost += cost;
}

/* End the top activation, and record it. */
static void close_top(Control *c)
{
   Frame *f = c->top;
   const Zone *zone = zones_close(c);
   Activation a;

   if (f->routine == NULL)
      set_routine(c, f, routines_at(f->called));
   tool_options.engine->ret(c->input, &a.sizes);
   const trms_sizes measured = a.sizes;
   GivenSize given = { .is_given = True };
   if (f->sized) {
      given_sizes_apply(c, f, &a.sizes);
      given = given_sizes_end_top(c);
   }
   if (!f->foreign)
      (*f->pending)--;
   a.routine = f->routine;
   a.os_thread = c->os_thread;
   a.outermost = f->below == 0;
   a.cost = control_cost_now - f->cost;
   a.self = a.cost - f->callees;
   c->top--;
   if (zone != NULL && zone->kind == ZONE_COLLECTOR)
      subtract_collector(a.cost);
   else if (control_depth(c) > 0)
      c->top->callees += a.cost;
   else {
      control_add_sizes(&control_ended.sizes, &measured, &c->sizes_base);
      VG_(memset)(&c->sizes_base, 0, sizeof c->sizes_base);
   }
   if (frame_is_recorded(f)) {
      a.edge = shadow_stack_edge_to(c, f);
      record_activation(&a);
      if (!given.is_given)
         observed_arguments_add(f->routine->observed, given.arguments,
                                a.sizes.trms, a.cost);
   }
   settle_floor(c);
}

/* A zone of calloc begins: keep the leaf that it is in, and the leaf's
   caller. */
static void keep_leaf(Control *c)
{
   Zone *z = &c->zones[c->n_zones - 1];
   const Frame *f = c->top;

   if (z->kind == ZONE_CALLOC && control_depth(c) > 1 && frame_is_recorded(f)
       && frame_is_recorded(f - 1) && f->routine != NULL
       && f->routine->memory != NULL && f[-1].routine != NULL) {
      z->caller = f[-1].routine;
      z->leaf = f->routine;
   }
}

/* `r` has been called: begin its zone, if it is an allocator or a collector.  A
   hidden routine has no frame. */
static void enter_zone(Control *c, const Routine *r, Addr sp,
                       Addr return_address)
{
   if (r->memory == NULL || c->n_zones > 0)
      return;
   zones_enter(c, r, sp, return_address, !r->hidden);
   allocations_begin(c, r, !r->hidden);
   keep_leaf(c);
}

/* An allocator has called `r`.  Only a few routines are a zone of their own
   there; all others are a part of the allocator. */
static void enter_in_leaf(Control *c, Routine *r, Addr sp,
                          Addr return_address)
{
   Bool has_frame = is_collector(r) && !r->hidden;

   if (!zones_may_nest(c, r))
      return;
   if (has_frame)
      push(c, r, sp, return_address, 0);
   zones_enter(c, r, sp, return_address, has_frame);
   if (is_collector(r))
      allocations_begin(c, r, has_frame);
   keep_leaf(c);
}

/* The top activation has called a hidden routine, which has no frame, or a hidden
   routine that it has called has done so: then that one goes on afterwards. */
static void call_hidden(Control *c, Addr sp, Addr return_address)
{
   if (!control_may_be_hidden(c) || c->hidden_sp <= sp
       || !routines_hide(return_address))
      c->hidden_sp = sp;
   c->hidden_depth = control_depth(c);
}

/* Does a hidden routine that the top activation has called jump, with the stack
   pointer of its call or below it?  (A jump of the activation itself to its entry
   has the stack pointer of its own call.) */
static Bool hidden_jumps(Control *c, Addr sp)
{
   if (!control_may_be_hidden(c))
      return False;
   if (sp > c->hidden_sp)
      c->hidden_depth = 0;     /* it has returned */
   return sp <= c->hidden_sp && sp < c->top->sp;
}

/* The routine of the top activation was not known: it is `r`.  The activation
   has not executed any instruction yet, so if `r` is hidden, the activation is
   removed without being recorded. */
static void name_top(Control *c, Routine *r)
{
   Addr sp = c->top->sp, return_address = c->top->return_address;

   if (return_address != 0)
      call_places_called(return_address, r);
   if (r->hidden && control_depth(c) > 1) {
      trms_sizes none;
      tool_options.engine->ret(c->input, &none);
      pop(c);
      call_hidden(c, sp, return_address);
   } else
      set_routine(c, c->top, r);
   if (control_depth(c) > 1)
      given_sizes_begin(c, r);
   if (control_depth(c) > 1)
      enter_zone(c, r, sp, return_address);
}

static Bool top_is_unnamed(const Control *c)
{
   return c->top->routine == NULL;
}

/* Another activation is about to be pushed: give the top activation its
   routine. */
static void ensure_top_is_named(Control *c)
{
   if (top_is_unnamed(c))
      name_top(c, routines_at(c->top->called));
}

/* Return the number of frames that no stack pointer in the present stretch of
   the stack closes. */
static UInt least_depth(const Control *c)
{
   return c->split_depth > 0 ? c->split_depth : 1;
}

/* A call is made: close the activations whose return address is at or below
   that of the new call.  They were left without a return. */
static void close_stale(Control *c, Addr sp)
{
   while (control_depth(c) > least_depth(c)
          && (CALL_PUSHES ? c->top->sp <= sp : c->top->sp < sp))
      close_top(c);
}

/* The resolver has called the routine that the top activation was to call. */
static void resolved(Control *c, Routine *r)
{
   if (top_is_unnamed(c))
      name_top(c, r);
}

/* Split stacks. */

/* Has __morestack called back?  Then the top activation goes on. */
static Bool calls_back(Control *c, Addr sp)
{
   const Addr return_address = calls_return_address(sp);

   if (!calls_is_after_indirect(return_address)
       || !routines_at(return_address)->splits_stack)
      return False;
   c->is_splitting = False;
   c->frames[c->split_depth - 1].sp = sp;
   return True;
}

void shadow_stack_split(Addr old, Addr sp)
{
   Control *c = control_current;

   ensure_top_is_named(c);
   const Addr own = c->top->sp;
   if (c->top->routine->splits_stack)
      while (control_depth(c) > least_depth(c) && c->top->sp == own)
         close_top(c);
   if (c->splits == NULL)
      c->splits = VG_(newXA)(VG_(malloc), "aprof.calls.splits", VG_(free),
                             sizeof(SplitStack));
   const UInt frame = c->top - c->frames;
   const SplitStack s = {
      .frame = frame, .floor = c->callers_floor, .sp = c->top->sp,
      .left_at = old, .top = sp
   };
   VG_(addToXA)(c->splits, &s);
   c->split_depth = frame + 1;
   c->is_splitting = True;
   c->top->sp = sp;
   if (c->callers_floor < frame)
      control_set_floor(c, frame);
}

/* The stretch of `s` has been left, and its activation is the top one: set the
   floor as if there had been no such stretch. */
static void restore_floor(Control *c, const SplitStack *s)
{
   UInt floor = s->floor;

   if (c->top->sized) {
      given_sizes_let_floor(c, floor);
      if (floor < s->frame)
         floor = s->frame;
   }
   control_set_floor(c, floor);
}

void shadow_stack_rejoin(UInt splits)
{
   Control *c = control_current;

   for (UInt n = control_splits(c); n > splits; n--) {
      const SplitStack s = *control_split(c, n - 1);
      while (control_depth(c) > s.frame + 1)
         close_top(c);
      VG_(dropTailXA)(c->splits, 1);
      c->split_depth = n == 1 ? 0 : control_split(c, n - 2)->frame + 1;
      c->is_splitting = False;
      c->top->sp = s.sp;
      restore_floor(c, &s);
   }
}

/* All activations are about to end. */
static void forget_splits(Control *c)
{
   if (c->split_depth > 0)
      VG_(dropTailXA)(c->splits, control_splits(c));
   c->split_depth = 0;
   c->is_splitting = False;
}

void shadow_stack_call(Addr sp, Routine *callee)
{
   Control *c = control_current;

   if (c->is_splitting && calls_back(c, sp))
      return;

   if (c->in_resolver && resolver_calls(c, sp, callee)) {
      resolved(c, callee);
      return;
   }
   if (c->in_resolver)
      return;
   if (zones_in_leaf(c)) {
      enter_in_leaf(c, callee, sp, calls_return_address(sp));
      return;
   }
   ensure_top_is_named(c);
   close_stale(c, sp);
   if (!callee->hidden)
      push(c, callee, sp, calls_return_address(sp), 0);
   else
      call_hidden(c, sp, calls_return_address(sp));
   given_sizes_begin(c, callee);
   enter_zone(c, callee, sp, calls_return_address(sp));
}

void shadow_stack_call_stub(Addr sp, Addr target)
{
   Control *c = control_current;

   if (c->in_resolver)
      resolver_calls(c, sp, NULL);
   if (c->in_resolver || zones_in_leaf(c))
      return;
   ensure_top_is_named(c);
   close_stale(c, sp);
   push(c, NULL, sp, calls_return_address(sp), target);
}

/* The interpreter has no activation of its own. */
void shadow_stack_call_interpreter(Addr sp, Addr target)
{
   Control *c = control_current;

   if (call_targets_routine(target) == NULL || c->in_resolver)
      shadow_stack_call_stub(sp, target);
   else if (!zones_in_leaf(c)) {
      ensure_top_is_named(c);
      close_stale(c, sp);
      c->hidden_depth = 0;
   }
}

/* Does the interpreter of the top activation's routine jump from one part of
   it, such as the code of an instruction of the script, to another?  It does not
   if a hidden routine jumps, nor if it jumps to one that calls for it: V8's
   instructions for calls push the address where the script's routine goes on. */
static Bool is_in_interpreter(Control *c, const Routine *entered, Addr sp)
{
   if (top_is_unnamed(c) || !c->top->routine->interpreted
       || entered->object->is_generated || hidden_jumps(c, sp))
      return False;
   if (entered->calls_script)
      call_hidden(c, sp, 0);
   return !entered->calls_script;
}

void shadow_stack_push_root(Routine *routine, Addr sp)
{
   push(control_current, routine, sp, 0, 0);
}

void shadow_stack_push_unnamed_root(Addr insn)
{
   push(control_current, NULL, ~(Addr)0, 0, insn);
}

/* The first jump or return of a new context goes to the context's root.  If
   registers were popped before it, then the context's stack extends above the
   address where it was entered. */
static void name_root(Control *c, Addr sp, Addr target)
{
   c->top->sp = sp;
   if (sp > c->top_sp)
      c->top_sp = sp;
   name_top(c, routines_at(target));
}

/* Close the activations that a return, or a load of the stack pointer, has
   left.  `target` is 0 for a load. */
static void unwind(Control *c, Addr sp, Addr target)
{
   while (control_depth(c) > least_depth(c)
          && frame_is_left(c->top, sp, target))
      close_top(c);
   zones_unwind(c, sp);
}

void shadow_stack_return(Addr sp, Addr target)
{
   Control *c = control_current;
   EndedZones ended;

   if (c->in_resolver) {
      if (sp <= c->resolver_sp) {
         resolver_returns(c, sp);
         return;
      }
      control_end_resolver();
   }
   if (control_depth(c) == 1 && top_is_unnamed(c)) {
      name_root(c, sp, target);
      return;
   }
   if (zones_return(c, sp, target, &ended)) {
      zones_apply(c, &ended);
      return;
   }
   unwind(c, sp, target);
   zones_apply(c, &ended);
   if (control_depth(c) == 1 && c->split_depth == 0
       && c->frames[0].sp < sp) {
      close_top(c);
      push(c, routines_at(target), sp, 0, 0);
      c->finished = True;
      if (sp > c->top_sp)
         c->top_sp = sp;
   }
}

void shadow_stack_unwind(Addr sp)
{
   Control *c = control_current;
   UInt depth = control_depth(c);

   unwind(c, sp, 0);
   if (control_depth(c) < depth)
      c->lands = c->top->routine != NULL && c->top->routine->inlined != NULL;
}

/* longjmp or an exception goes on at `target`, in the host of the top
   activation: close the inlined calls that it has left.  setjmp returns behind
   the call of it, so the calls stay open that this call belongs to.  Where an
   exception is caught no instruction leads to, and the code that follows is
   examined as all other code. */
static void land(Control *c, Addr target)
{
   const InlinedCall *before[INLINED_BEFORE];
   const InlinedCode *code;
   Addr start;
   UInt n;

   c->lands = False;
   if (!code_symbol_covers(target, &start)
       || (code = inlined_code(start)) == NULL
       || (inlined_host(code)
              != frame_below_calls(c, inlined_host(code))->routine
           && !inlined_is_rest(code))
       || (n = inlined_calls_before(code, target, before)) == 0)
      return;
   const InlinedCall *call;
   while ((call = inlined_of(c->top->routine, inlined_host(code))) != NULL) {
      for (UInt i = 0; i < n; i++)
         if (inlined_is_in(before[i], call))
            return;
      close_top(c);
   }
}

/* The same as frame_is_of_call, for any frame of the stack. */
static Bool is_of_call(Control *c, UInt frame, Addr sp, Addr return_address)
{
   packed_frames_need(c, frame);
   return frame_is_of_call(&c->frames[frame], sp, return_address);
}

void shadow_stack_entry(Addr sp, Routine *entered)
{
   Control *c = control_current;

   if (c->in_resolver
       || (c->top->routine == entered && !hidden_jumps(c, sp))
       || frame_is_inlined_in(c->top, entered, sp))
      return;
   if (zones_in_leaf(c)) {
      enter_in_leaf(c, entered, sp, 0);
      return;
   }
   if (top_is_unnamed(c)) {
      if (control_depth(c) == 1)
         c->top->sp = sp;
      name_top(c, entered);
      return;
   }
   shadow_stack_unwind(sp);
   if (is_in_interpreter(c, entered, sp))
      return;
   Addr return_address = c->top->sp == sp ? c->top->return_address : 0;
   for (UInt i = control_depth(c);
        i-- > 0 && is_of_call(c, i, sp, return_address); )
      if (c->frames[i].routine == entered) {
         while (control_depth(c) > i + 1)
            close_top(c);
         return;
      }
   if (hidden_jumps(c, sp))
      call_places_called(calls_return_address(sp), entered);
   else if (c->top->routine == entered)
      return;
   if (!entered->hidden)
      push(c, entered, sp, return_address, 0);
   given_sizes_begin(c, entered);
   enter_zone(c, entered, sp, return_address);
}

/* What a hidden routine has called may have called another one, and where the
   first was called is no longer known: it was called below the place where the
   top activation was.  An interpreter's own jumps would look like those of the
   routine. */
void shadow_stack_in_hidden(Addr sp)
{
   Control *c = control_current;

   if (c->in_resolver || control_may_be_hidden(c) || control_depth(c) == 0
       || top_is_unnamed(c) || c->top->routine->interpreted || sp >= c->top->sp)
      return;
   c->hidden_sp = c->top->sp - STACK_RETURN_SLOT;
   c->hidden_depth = control_depth(c);
}

/* Push the activations of an inlined call, and of those that it lies in and
   that are not open. */
static void open_inlined(Control *c, const InlinedCall *call)
{
   Addr sp = c->top->sp, return_address = c->top->return_address;

   if (call->parent != inlined_of(c->top->routine, call->host))
      open_inlined(c, call->parent);
   push(c, call->routine, sp, return_address, 0);
   enter_zone(c, call->routine, sp, return_address);
}

void shadow_stack_inlined(const InlinedPoint *p)
{
   Control *c = control_current;
   const InlinedCall *call;

   if (c->in_resolver || (zones_in_leaf(c) && !zones_in_inlined(c))
       || control_depth(c) == 0 || top_is_unnamed(c)
       || (!p->is_rest && frame_below_calls(c, p->host)->routine != p->host))
      return;
   while ((call = inlined_of(c->top->routine, p->host)) != NULL
          && !inlined_point_keeps(p, call))
      close_top(c);
   if (!zones_in_leaf(c) && inlined_point_opens(p, call))
      open_inlined(c, p->open);
}

void shadow_stack_stub_jump(Addr target)
{
   Control *c = control_current;
   Routine *r;

   if (!c->in_resolver && top_is_unnamed(c)
       && (r = call_targets_routine(target)) != NULL)
      name_top(c, r);
}

void shadow_stack_resolver_starts(Addr sp)
{
   if (!control_current->in_resolver && !zones_in_leaf(control_current))
      control_begin_resolver(sp + STACK_RETURN_SLOT);   /* index was pushed */
}

void shadow_stack_resolver_goes_on(Addr sp)
{
   Control *c = control_current;

   if (!c->in_resolver && !zones_in_leaf(c))
      resolver_goes_on(c, sp);
}

void shadow_stack_indirect_jump(Addr sp, Addr target)
{
   Control *c = control_current;

   if (c->in_resolver) {
      if (sp != c->resolver_sp)
         return;
      control_end_resolver();
      shadow_stack_stub_jump(target);
   } else if (control_depth(c) == 1 && top_is_unnamed(c))
      name_root(c, sp, target);
   else if (c->lands && !top_is_unnamed(c))
      land(c, target);
}

void shadow_stack_close_all(void)
{
   forget_splits(control_current);
   while (control_depth(control_current) > 0)
      close_top(control_current);
   control_current->n_zones = 0;
}

void shadow_stack_drop_all(void)
{
   Control *c = control_current;
   trms_sizes unused;

   forget_splits(c);
   while (control_depth(c) > 0) {
      Frame *f = c->top;
      if (f->routine != NULL && !f->foreign)
         (*f->pending)--;
      tool_options.engine->ret(c->input, &unused);
      if (f->sized)
         given_sizes_end_top(c);
      pop(c);
   }
   c->n_zones = 0;
}

/* Return the frame of a region in the chain of the top activation, if only
   other regions are above it; else NULL. */
static Frame *find_region(Control *c, const Routine *r)
{
   const Addr sp = c->top->sp, return_address = c->top->return_address;

   for (UInt i = control_depth(c);
        i-- > 0 && is_of_call(c, i, sp, return_address)
        && c->frames[i].routine->region; )
      if (c->frames[i].routine == r)
         return &c->frames[i];
   return NULL;
}

/* Is `r` in the chain of the top activation? */
static Bool is_in_chain(Control *c, const Routine *r)
{
   const Addr sp = c->top->sp, return_address = c->top->return_address;

   for (UInt i = control_depth(c);
        i-- > 0 && is_of_call(c, i, sp, return_address); )
      if (c->frames[i].routine == r)
         return True;
   return False;
}

Bool shadow_stack_end_region(const Routine *r, Addr sp)
{
   Control *c = control_current;

   if (!control_collecting || c->in_resolver || zones_in_leaf(c))
      return False;
   ensure_top_is_named(c);
   shadow_stack_unwind(sp);
   const Frame *f = find_region(c, r);
   const UInt depth = f == NULL ? 0 : f - c->frames;
   while (f != NULL && control_depth(c) > depth)
      close_top(c);
   return f != NULL || r->hidden;
}

Bool shadow_stack_begin_region(Routine *r, Addr sp)
{
   Control *c = control_current;

   shadow_stack_end_region(r, sp);
   if (!control_collecting || c->in_resolver || zones_in_leaf(c)
       || is_in_chain(c, r))
      return False;
   if (!r->hidden)
      push(c, r, c->top->sp, c->top->return_address, 0);
   return True;
}

void shadow_stack_stand_in(Addr insn, Addr sp)
{
   Control *c = control_current;
   Routine *r = routines_at(insn);

   shadow_stack_unwind(sp);
   if (c->top->routine != r && c->top->sp > sp
       && (!r->special || r->observed != NULL))
      push(c, r, sp, 0, 0);
}

void shadow_stack_become_foreign(Control *c)
{
   packed_frames_need_all(c);
   c->has_foreign = True;
   for (UInt i = 0; i < control_depth(c); i++) {
      Frame *f = &c->frames[i];
      if (f->routine != NULL && !f->foreign)
         (*f->pending)--;
      f->foreign = True;
   }
   control_set_floor(c, control_depth(c));
   given_sizes_become_foreign(c);
   for (UInt i = 0; i < control_splits(c); i++)
      control_split(c, i)->floor = control_split(c, i)->frame + 1;
}
