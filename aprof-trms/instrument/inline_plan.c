/* Which inlined calls begin and end in a superblock: see inline_plan.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/inline_plan.h"
#include "guest/guest_fields.h"
#include "ir/emit.h"
#include "ir/imark.h"

/* The instructions of a call in the superblock, the first and the last. */
typedef struct {
   const InlinedCall *call;
   UInt first, last;
   Bool is_innermost;           /* no other span lies in this one */
   Bool opens;                  /* the call opens here, if it is not open */
} Span;

struct _InlinePlan {
   const InlinedCode *code;
   Routine *below;              /* of the activation that the host's calls
                                   probably lie in: the host's, or the one that
                                   has jumped to it */
   const IRSB *in;
   UInt count;                  /* of instructions */
   const InlinedCall **at;      /* the call of each */
   Addr *addresses;             /* of each */
   Span *spans;                 /* an outer span stands before those in it */
   UInt n_spans;
   Addr first;                  /* address of the first instruction */
   const InlinedCall *bridge;   /* all known successors belong to it */
};

/* Return the call that lies directly in `outer` and that `inner` lies in, or
   NULL. */
static const InlinedCall *child_with(const InlinedCall *outer,
                                     const InlinedCall *inner)
{
   if (inner == outer || !inlined_is_in(inner, outer))
      return NULL;
   while (inner->parent != outer)
      inner = inner->parent;
   return inner;
}

/* Find the spans of the calls directly in `outer` among the instructions from
   `first` to `last`, and the spans in these. */
static void find_spans(InlinePlan *p, const InlinedCall *outer, UInt first,
                       UInt last)
{
   for (UInt i = first; i <= last; i++) {
      const InlinedCall *call = child_with(outer, p->at[i]);
      if (call == NULL)
         continue;
      UInt end = last;
      while (!inlined_is_in(p->at[end], call))
         end--;
      UInt mine = p->n_spans++;
      p->spans[mine] = (Span){ call, i, end, False, False };
      find_spans(p, call, i, end);
      p->spans[mine].is_innermost = p->n_spans == mine + 1;
      i = end;
   }
}

/* A set of addresses of code as the call in which all of them lie. */
typedef struct {
   const InlinedCode *code;
   Bool is_empty;
   const InlinedCall *call;
} Successors;

static void add_successor(Successors *s, Addr code)
{
   const InlinedCall *call;

   if (!s->is_empty && s->call == NULL)
      return;
   call = inlined_call_next(s->code, code);
   s->call = s->is_empty ? call : inlined_common(s->call, call);
   s->is_empty = False;
}

static const InlinedCall *find_bridge(const InlinedCode *code, const IRSB *in)
{
   Successors s = { code, True, NULL };

   for (Int i = 0; i < in->stmts_used; i++) {
      const IRStmt *st = in->stmts[i];
      if (st->tag == Ist_Exit && st->Ist.Exit.jk == Ijk_Boring)
         add_successor(&s, emit_address_of(st->Ist.Exit.dst));
   }
   const IRStmt *last = in->stmts[imark_last(in)];
   if (in->jumpkind == Ijk_Call)
      add_successor(&s, last->Ist.IMark.addr + last->Ist.IMark.len);
   else if (in->next->tag != Iex_Const)
      return NULL;
   else
      add_successor(&s, emit_address_of(in->next->Iex.Const.con));
   return s.call;
}

static UInt count_instructions(const IRSB *in)
{
   UInt n = 0;

   for (Int i = 0; i < in->stmts_used; i++)
      n += in->stmts[i]->tag == Ist_IMark;
   return n;
}

/* Return an upper bound of the number of spans. */
static UInt most_spans(const InlinePlan *p)
{
   UInt n = 0;

   for (UInt i = 0; i < p->count; i++)
      n += p->at[i] == NULL ? 0 : p->at[i]->depth;
   return n;
}

static Bool reaches_end(const InlinePlan *p, const Span *s)
{
   return s->last + 1 == p->count;
}

/* Of each temporary: does it hold an address of the stack frame, which is the
   stack pointer and a constant? */
typedef Bool *FrameAddresses;

static Bool is_frame_address(FrameAddresses f, const IRExpr *e)
{
   switch (e->tag) {
   case Iex_Get:
      return e->Iex.Get.offset == guest_fields_offset_sp;
   case Iex_RdTmp:
      return f[e->Iex.RdTmp.tmp];
   case Iex_Binop:
      return (e->Iex.Binop.op == Iop_Add64 || e->Iex.Binop.op == Iop_Sub64)
             && is_frame_address(f, e->Iex.Binop.arg1)
             && e->Iex.Binop.arg2->tag == Iex_Const;
   default:
      return False;
   }
}

/* Does the statement only move a value between registers and the frame? */
static Bool is_move(FrameAddresses f, const IRStmt *st)
{
   const IRExpr *e;

   switch (st->tag) {
   case Ist_NoOp:
   case Ist_IMark:
   case Ist_AbiHint:
   case Ist_Put:
      return True;
   case Ist_Store:
      return is_frame_address(f, st->Ist.Store.addr);
   case Ist_WrTmp:
      e = st->Ist.WrTmp.data;
      return e->tag == Iex_Get || e->tag == Iex_RdTmp || e->tag == Iex_Const
             || f[st->Ist.WrTmp.tmp]
             || (e->tag == Iex_Load && is_frame_address(f, e->Iex.Load.addr));
   default:
      return False;
   }
}

/* Do the instructions of the call, which has a span that reaches the end, only
   move values? */
static Bool only_moves(const InlinePlan *p, const Span *s)
{
   const IRSB *in = p->in;
   FrameAddresses f = VG_(calloc)("aprof.inline_plan.frame",
                                  in->tyenv->types_used + 1, sizeof *f);
   Bool found = True;
   UInt n = 0;

   for (Int i = 0; i < in->stmts_used && found; i++) {
      const IRStmt *st = in->stmts[i];
      n += st->tag == Ist_IMark;
      if (st->tag == Ist_WrTmp)
         f[st->Ist.WrTmp.tmp] = is_frame_address(f, st->Ist.WrTmp.data);
      if (n > s->first && inlined_is_in(p->at[n - 1], s->call))
         found = is_move(f, st);
   }
   VG_(free)(f);
   return found;
}

static Bool has_exit_from(const InlinePlan *p, UInt index)
{
   UInt n = 0;

   for (Int i = 0; i < p->in->stmts_used; i++) {
      n += p->in->stmts[i]->tag == Ist_IMark;
      if (n > index && p->in->stmts[i]->tag == Ist_Exit)
         return True;
   }
   return False;
}

/* Does the superblock end with a part of the call that leaves it at once, by a
   jump without a condition?  It is no beginning: a call that has a loop has a
   condition first.  Compilers give such parts to a call if they have moved
   instructions out of it, or have merged its code with other code.

   Where an indirect jump leads is not known: it leaves the call if the call has
   only moved values before, and has not computed the target.  A jump to another
   routine may be what the call is for, where the compiler knows the rest in
   advance. */
static Bool is_stray(const InlinePlan *p, const Span *s)
{
   const IRSB *in = p->in;
   Addr to;

   if (in->jumpkind != Ijk_Boring || has_exit_from(p, s->first))
      return False;
   if (in->next->tag == Iex_Const) {
      to = emit_address_of(in->next->Iex.Const.con);
      return inlined_has(p->code, to)
             && !inlined_is_in(inlined_call_ahead(p->code, to), s->call);
   }
   return only_moves(p, s);
}

/* Return the routine of the activation that inlined calls of the code probably
   lie in: the superblock is about to be executed. */
static Routine *below_calls(const InlinedCode *code)
{
   const Control *c = control_current;
   Routine *host = inlined_host(code), *below = NULL;

   if (inlined_is_rest(code) && c != NULL && control_depth(c) > 0
       && c->top->routine != NULL)
      below = frame_below_calls(c, host)->routine;
   return below == NULL ? host : below;
}

InlinePlan *inline_plan_of(const IRSB *in, Addr first, Addr start)
{
   const InlinedCode *code = inlined_code(start);
   InlinePlan *p;
   UInt n = 0;

   if (code == NULL)
      return NULL;
   p = VG_(malloc)("aprof.inline_plan", sizeof *p);
   *p = (InlinePlan){ .code = code, .below = below_calls(code), .in = in,
                      .count = count_instructions(in), .first = first };
   p->at = VG_(malloc)("aprof.inline_plan.at", (p->count + 1) * sizeof *p->at);
   p->addresses = VG_(malloc)("aprof.inline_plan.addresses",
                              (p->count + 1) * sizeof *p->addresses);
   for (Int i = 0; i < in->stmts_used; i++)
      if (in->stmts[i]->tag == Ist_IMark) {
         p->addresses[n] = n == 0 ? first : in->stmts[i]->Ist.IMark.addr;
         p->at[n] = inlined_call_at(code, p->addresses[n]);
         n++;
      }
   p->spans = VG_(malloc)("aprof.inline_plan.spans",
                          (most_spans(p) + 1) * sizeof *p->spans);
   if (p->count > 0)
      find_spans(p, NULL, 0, p->count - 1);
   for (UInt i = 0; i < p->n_spans; i++) {
      Span *s = &p->spans[i];
      s->opens = reaches_end(p, s) && !is_stray(p, s)
                 && !inlined_is_merged_end(code, p->addresses[s->first],
                                           s->call);
   }
   p->bridge = find_bridge(code, in);
   return p;
}

void inline_plan_free(InlinePlan *p)
{
   if (p == NULL)
      return;
   VG_(free)(p->spans);
   VG_(free)(p->addresses);
   VG_(free)(p->at);
   VG_(free)(p);
}

/* Return the innermost call that opens before the instruction `index`, or is
   open there anyhow, as it opens in this superblock. */
static const InlinedCall *opened_at(const InlinePlan *p, UInt index)
{
   const InlinedCall *call = NULL;

   for (UInt i = 0; i < p->n_spans; i++)
      if (p->spans[i].opens && p->spans[i].first <= index)
         call = p->spans[i].call;
   return call;
}

static Bool opens_at(const InlinePlan *p, UInt index)
{
   for (UInt i = 0; i < p->n_spans; i++)
      if (p->spans[i].opens && p->spans[i].first == index)
         return True;
   return False;
}

/* Return the outermost span that ends before the instruction `index`, or
   NULL. */
static const Span *ended_at(const InlinePlan *p, UInt index)
{
   for (UInt i = 0; i < p->n_spans; i++)
      if (p->spans[i].last + 1 == index)
         return &p->spans[i];
   return NULL;
}

/* Is the innermost call that is open before the superblock one of those that
   are open after its start, so that nothing happens there?  At the end of a
   superblock the calls of its last instruction are open, or calls that stay
   open as a bridge to the code that follows; this code leads into the bridge,
   or is in it, and so are some of the instructions before it.  (For longjmp and
   exceptions see shadow_stack.c.) */
static Bool start_does_nothing(const InlinePlan *p, const InlinedPoint *start)
{
   const InlinedCall *before[INLINED_BEFORE];
   const InlinedCall *ahead = inlined_call_ahead(p->code, p->first);
   UInt n = inlined_calls_before(p->code, p->first, before);

   for (UInt i = 0; i < n; i++) {
      const InlinedCall *call = before[i];
      if ((call != NULL && !inlined_point_keeps(start, call))
          || inlined_point_opens(start, call))
         return False;
      /* The superblock before may have ended with a stray of the call. */
      for (; call != NULL && (!inlined_is_in(ahead, call)
                              || inlined_has_indirect(p->code));
           call = call->parent)
         if (inlined_point_opens(start, call->parent))
            return False;
   }
   return n > 0;
}

/* A new point at which the calls stay open that the superblock has from `index`
   on, and the bridge. */
static InlinedPoint *new_point(const InlinePlan *p, UInt index,
                               const InlinedCall *open)
{
   InlinedPoint *point =
      VG_(malloc)("aprof.inline_plan.point",
                  sizeof *point + (p->n_spans + 2) * sizeof point->stay[0]);

   *point = (InlinedPoint){ .host = inlined_host(p->code), .open = open,
                            .is_rest = inlined_is_rest(p->code) };
   for (UInt i = 0; i < p->n_spans; i++)
      if (p->spans[i].is_innermost && p->spans[i].last >= index)
         point->stay[point->stays++] = p->spans[i].call;
   if (p->bridge != NULL)
      point->stay[point->stays++] = p->bridge;
   if (open != NULL)
      point->stay[point->stays++] = open;
   return point;
}

static const Routine *routine_of(const InlinePlan *p, const InlinedCall *call)
{
   return call == NULL ? p->below : call->routine;
}

/* Is a call open from the start of the superblock on, if it was open before?
   It is the innermost of them that is probable: in a loop of a call the call is
   open. */
static const InlinedCall *kept(const InlinePlan *p, UInt index)
{
   const InlinedCall *call = p->bridge;

   for (UInt i = 0; i < p->n_spans; i++)
      if (p->spans[i].last >= index
          && (call == NULL || reaches_end(p, &p->spans[i]))
          && !inlined_is_in(call, p->spans[i].call))
         call = p->spans[i].call;
   return call;
}

Bool inline_plan_point(const InlinePlan *p, UInt index, InlinePlanPoint *point)
{
   const InlinedCall *open;

   if (index > 0 && !opens_at(p, index) && ended_at(p, index) == NULL)
      return False;
   open = opened_at(p, index);
   point->what = new_point(p, index, open);
   if (index == 0 && start_does_nothing(p, point->what)) {
      VG_(free)(point->what);
      return False;
   }
   point->usual[0] = routine_of(p, open);
   point->usual[1] = routine_of(p, kept(p, index));
   return True;
}

Routine *inline_plan_last(const InlinePlan *p, Routine *top)
{
   const InlinedCall *open = opened_at(p, p->count), *call;

   if (open != NULL)
      return open->routine;
   call = top == NULL ? NULL : inlined_of(top, inlined_host(p->code));
   return call != NULL && inlined_is_in(p->bridge, call) ? top : p->below;
}
