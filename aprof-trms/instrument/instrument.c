/* Superblock in, instrumented superblock out.

   All decisions depend on the instruction, not on the superblock, so that the
   profile does not depend on where superblocks end: each instruction may have a
   cost, be the entry of a routine, or belong to a PLT stub.

   The superblock is copied statement by statement.  Code for events is inserted
   between the statements:

   - at the beginning of an instruction: a load of the stack pointer by the
     instruction before, if VEX has merged it into this one; the entry of a
     routine; the cost;
   - at each load: a read.  An instruction reads before it writes, so its writes
     are kept until its end, or until a side exit;
   - at the end of an instruction: its writes, and a load of the stack pointer;
   - at the end of the superblock: a call, return, or indirect jump.

   While nothing is collected (control_collecting), only loads of the stack
   pointer are events: threads of control are always told apart.  The code is
   translated again when that changes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/instrument.h"
#include "arch/insn.h"
#include "arch/plt.h"
#include "base/options.h"
#include "callgraph/block_counts.h"
#include "callgraph/line_costs.h"
#include "callgraph/loops.h"
#include "callgraph/resolver.h"
#include "guest/guest_fields.h"
#include "helpers/inlined.h"
#include "helpers/jumps.h"
#include "helpers/returns.h"
#include "instrument/accesses.h"
#include "instrument/call_end.h"
#include "instrument/fill_loops.h"
#include "instrument/inline_plan.h"
#include "instrument/repeated.h"
#include "instrument/retranslate.h"
#include "instrument/sp_loads.h"
#include "ir/imark.h"
#include "kernel/mmap_hints.h"
#include "sched/emit_time.h"
#include "sched/spins.h"
#include "symbols/code_flow.h"
#include "symbols/code_symbols.h"
#include "symbols/generated_code.h"
#include "symbols/resolved_names.h"
#include "vexopt/dead_flags.h"
#include "vexopt/fault_precision.h"
#include "vexopt/movemask.h"
#include "vexopt/partial_registers.h"
#include "vexopt/sink_vectors.h"
#include "pub_tool_aspacemgr.h"

typedef struct {
   const IRSB *in;
   Emit e;
   EmitTime time;
   Accesses *accesses;
   SinkVectors vectors;

   UChar *loads_sp_at;          /* by statement: SpLoad */
   /* The current instruction. */
   Addr address;                /* its address in the profile: that of the
                                   original, if it is redirected */
   Addr insn;                   /* the address of its bytes */
   UInt length;                 /* in bytes */
   PltPart plt;                 /* the part of a PLT that it belongs to */
   Repeated repeated;           /* its iterations, if it has a repeat prefix */
   Bool gathers;                /* it loads a vector's elements from several
                                   addresses */
   const IRStmt *element;       /* of a gather: the statement that selects the
                                   address of the current element; NULL: none
                                   yet */
   const LoopJump *turns;       /* loops that it begins turns of, or enters, if
                                   it has a side exit... */
   UInt n_turns;                /* ...and their number */
   Bool loads_sp;               /* one of its statements loads the stack
                                   pointer */
   IRExpr *old_sp;              /* the stack pointer before that */
   Bool loads_further;          /* it goes on from the value that was loaded
                                   last, upwards */
   UInt calls_at_load;          /* e.state_calls after the last load */

   /* The superblock. */
   UInt pending_cost;           /* counted, but not yet added by its code */
   Addr counted;                /* the instruction that was counted last */
   IRTemp return_address;       /* the temporary that a return jumps to */
   Addr first;                  /* its address */
   Addr symbol_start;           /* address of the first instruction's symbol */
   Bool one_symbol;             /* all instructions belong to this symbol, so
                                   only symbol_start can be an entry */
   Bool is_unnamed;             /* neither the first nor the last instruction
                                   has a symbol */
   Bool no_symbol;              /* it is one instruction without a symbol */
   FillBlock fill;              /* of a loop that fills memory */
   InlinePlan *plan;            /* of its inlined calls, or NULL */
   UInt index;                  /* of the current instruction */
   Routine *entered;            /* the latest routine whose entry is in the
                                   superblock, or NULL */
} State;

/* Emit an addition to a counter of the tool's. */
static void add_to(State *s, ULong *counter, IRExpr *what)
{
   IRExpr *at = emit_word((UWord)counter);
   IRExpr *sum = emit_binop(&s->e, Iop_Add64,
                            emit_load(&s->e, Ity_I64, at), what);

   emit_statement(&s->e, IRStmt_Store(Iend_LE, at, sum));
}

/* Emit an addition to the cost of the line of the instruction that was counted
   last. */
static void add_to_line(State *s, IRExpr *cost)
{
   add_to(s, line_costs_counter(s->counted), cost);
}

/* Emit an addition to the executions of the superblock. */
static void count_superblock(State *s)
{
   Addr first = s->in->stmts[imark_next(s->in, -1)]->Ist.IMark.addr;
   Addr last = s->in->stmts[imark_last(s->in)]->Ist.IMark.addr;
   ULong *counter;

   if (!tool_options.blocks || !control_collecting
       || options_is_without(PART_COUNTING))
      return;
   counter = block_counts_counter(first, last);
   if (counter == NULL)
      return;
   add_to(s, counter, emit_word(1));
}

/* Emit an addition to the counter, which is a field of the guest state and so
   costs no more than a register. */
static void add_cost(State *s, IRExpr *cost)
{
   IRExpr *sum = emit_binop(&s->e, Iop_Add64,
                            emit_field(&s->e, GUEST_FIELD(cost), Ity_I64),
                            cost);

   emit_statement(&s->e, IRStmt_Put(s->e.guest + GUEST_FIELD(cost), sum));
   if (tool_options.blocks)
      add_to_line(s, cost);
}

/* Emit an addition of the pending cost. */
static void flush_cost(State *s)
{
   if (s->pending_cost == 0)
      return;
   add_cost(s, IRExpr_Const(IRConst_U64(s->pending_cost)));
   s->pending_cost = 0;
}

static Bool is_measured(const State *s)
{
   return control_collecting && s->plt == PLT_NONE && s->length > 0;
}

static void read_event(State *s, IRExpr *address, Int size, IRExpr *guard)
{
   if (is_measured(s))
      accesses_emit_read(s->accesses, address, size, guard);
}

static void write_event(State *s, IRExpr *address, Int size, IRExpr *guard)
{
   if (is_measured(s))
      accesses_emit_write(s->accesses, address, size, guard);
}

/* Analysis. */

static Int size_of(const State *s, const IRExpr *e)
{
   return sizeofIRType(typeOfIRExpr(s->in->tyenv, e));
}

/* Does a side exit of this kind leave the instruction as a jump does? */
static Bool is_control_exit(const State *s, const IRStmt *st)
{
   switch (st->Ist.Exit.jk) {
   case Ijk_Boring: case Ijk_Call: case Ijk_Ret:
      /* An exit to the instruction itself: a locked operation tries again. */
      return emit_address_of(st->Ist.Exit.dst) != s->insn;
   default:
      return False;
   }
}

/* Does the superblock end with a jump, so that its last instruction ends a
   basic block? */
static Bool is_control_end(const State *s)
{
   switch (s->in->jumpkind) {
   case Ijk_Call: case Ijk_Ret: case Ijk_NoRedir:
   case Ijk_Sys_syscall: case Ijk_Sys_int32: case Ijk_Sys_int128:
   case Ijk_Sys_int129: case Ijk_Sys_int130: case Ijk_Sys_int145:
   case Ijk_Sys_int210: case Ijk_Sys_sysenter:
      return True;
   case Ijk_Boring:
      return s->in->next->tag != Iex_Const;
   default:
      return False;
   }
}

/* Does the instruction whose IMark is statement `mark` end a basic block?  The
   end of a superblock that has only reached the maximum length does not. */
static Bool ends_basic_block(const State *s, Int mark)
{
   if (insn_is_jump(s->insn, s->length))
      return True;
   for (Int i = mark + 1; i < s->in->stmts_used; i++) {
      const IRStmt *st = s->in->stmts[i];
      if (st->tag == Ist_IMark)
         return False;
      if (st->tag == Ist_Exit && is_control_exit(s, st))
         return True;
   }
   return is_control_end(s);
}

/* Symbols do not overlap: if the first and the last instruction belong to one
   symbol, then all between do, and only the symbol's start is an entry. */
static void find_symbol(State *s, Addr first)
{
   Addr last = s->in->stmts[imark_last(s->in)]->Ist.IMark.addr, start, other;

   Bool a = code_symbol_covers(first, &start);
   Bool b = code_symbol_covers(last, &other);
   s->one_symbol = a && b && start == other;
   s->symbol_start = start;
   s->is_unnamed = !a && !b;
   s->no_symbol = s->is_unnamed && first == last;
}

static Bool has_symbol(const State *s)
{
   Addr start;

   return s->one_symbol
          || (!s->no_symbol && code_symbol_covers(s->address, &start));
}

/* Instructions. */

/* Emit code for the entry of a routine.  If the top activation is of this
   routine already, then a call has begun, or it is a loop: there is nothing to
   do.

      difference = g.expected ^ entered
      if (difference != 0) entry(difference)

   The address of the routine is a long constant: this way the code contains it
   only once. */
static void enter_routine(State *s, Routine *entered)
{
   IRExpr *difference =
      emit_binop(&s->e, Iop_Xor64, emit_word((UWord)entered),
                 emit_field(&s->e, GUEST_FIELD(expected), Ity_I64));
   IRExpr *differs = emit_assign(&s->e, Ity_I1,
                                 IRExpr_Unop(Iop_CmpNEZ64, difference));
   flush_cost(s);
   EMIT_STATE_HELPER(&s->e, helpers_entry,
                     mkIRExprVec_2(IRExpr_GSPTR(), difference), differs);
   accesses_forget(s->accesses);
}

/* Emit code for the code of a hidden routine.  What it has called has returned by
   the fast path, after which the routine of the top activation is expected.  But
   a jump from here to that routine is a call of it. */
static void go_on_in_hidden(State *s)
{
   IRExpr *expected = emit_field(&s->e, GUEST_FIELD(expected), Ity_I64);

   EMIT_STATE_HELPER(&s->e, helpers_in_hidden, mkIRExprVec_1(IRExpr_GSPTR()),
                     emit_assign(&s->e, Ity_I1,
                                 IRExpr_Unop(Iop_CmpNEZ64, expected)));
   accesses_forget(s->accesses);
}

/* Return an expression: is `routine` not on the top of the shadow stack? */
static IRExpr *is_not_top(State *s, IRExpr *top, const Routine *routine)
{
   return emit_binop(&s->e, Iop_CmpNE64, emit_word((UWord)routine), top);
}

/* Emit code for inlined calls that may begin or end before the current
   instruction. */
static void inlined_calls(State *s)
{
   InlinePlanPoint point;
   IRExpr *top, *guard;

   if (s->plan == NULL || !inline_plan_point(s->plan, s->index, &point))
      return;
   top = emit_field(&s->e, GUEST_FIELD(expected), Ity_I64);
   guard = is_not_top(s, top, point.usual[0]);
   if (point.usual[1] != point.usual[0])
      guard = emit_binop(&s->e, Iop_And1, guard,
                         is_not_top(s, top, point.usual[1]));
   flush_cost(s);
   EMIT_STATE_HELPER(&s->e, helpers_inlined,
                     mkIRExprVec_2(IRExpr_GSPTR(),
                                   emit_word((UWord)point.what)), guard);
   accesses_forget(s->accesses);
}

/* guard: NULL, or a condition that is false only if the helper would do
   nothing. */
static void stack_load(State *s, IRExpr *old_sp, IRExpr *sp, IRExpr *guard)
{
   flush_cost(s);
   EMIT_STATE_HELPER(&s->e, helpers_stack_loaded,
                     mkIRExprVec_4(IRExpr_GSPTR(), old_sp, sp,
                                   emit_word(s->address)), guard);
   s->calls_at_load = s->e.state_calls;
   accesses_forget(s->accesses);
   accesses_end_unchecked(s->accesses);
}

/* Return the first statement in [from, to) that loads the stack pointer, or
   `to`. */
static Int next_stack_load(const State *s, Int from, Int to)
{
   while (from < to && !s->loads_sp_at[from])
      from++;
   return from;
}

/* Registers are popped from the stack that was loaded: such a load stays in the
   frame of the top activation (user_contexts_stays_in_frame) up to the field
   frame_end, which the helper has set at the load before.

   Why the field is still right: no helper that could change the shadow stack
   was called since. */
static IRExpr *leaves_frame(State *s, IRExpr *sp)
{
   if (!s->loads_further || s->e.state_calls != s->calls_at_load)
      return NULL;
   return emit_binop(&s->e, Iop_CmpLT64U,
                     emit_field(&s->e, GUEST_FIELD(frame_end), Ity_I64), sp);
}

/* Emit the stack pointer before the instruction at `mark`, which loads it. */
static IRExpr *stack_pointer_before(State *s, Int mark)
{
   Long moved = sp_loads_removed_moves(s->in, mark, s->e.offset_sp);
   IRExpr *sp = emit_stack_pointer(&s->e);

   return moved == 0 ? sp
          : emit_binop(&s->e, Iop_Add64, sp, emit_word((UWord)moved));
}

/* Return the routine whose symbol begins at the current instruction, or
   NULL.  symbol: a symbol covers it. */
static Routine *routine_entered(const State *s, Bool symbol)
{
   if (options_is_without(PART_CALLS)
       || (s->one_symbol && s->address != s->symbol_start))
      return NULL;
   if (symbol)
      return routines_entered(s->address);
   return s->plt == PLT_NONE ? routines_entered_bare(s->address) : NULL;
}

static void count_cost(State *s, Int mark)
{
   s->counted = s->insn;
   if (!is_measured(s) || options_is_without(PART_COUNTING))
      return;
   if (s->repeated.is)
      s->pending_cost += repeated_cost(&s->repeated);
   else if (tool_options.cost == COST_INSTR || ends_basic_block(s, mark))
      s->pending_cost++;
}

static void add_turns(State *s, IRExpr *what)
{
   for (UInt i = 0; i < s->n_turns; i++)
      add_to(s, s->turns[i].counter, what);
}

/* Count the executions of a loop's head, and the jumps to it and into it
   (loops.h).  VEX may have unrolled the loop: then the way past a jump's side
   exit leads on in the loop. */
static void count_loops(State *s, Int mark)
{
   ULong *heads = loops_head(s->insn);

   s->n_turns = 0;
   if (!control_collecting)
      return;
   if (heads != NULL)
      add_to(s, heads, emit_word(1));
   s->turns = loops_jumps(s->insn, &s->n_turns);
   if (s->n_turns > 0 && s->turns->length > 0)
      return;      /* counted at the end of the superblock */
   for (Int i = mark + 1, next = imark_next(s->in, mark); i < next; i++)
      if (s->in->stmts[i]->tag == Ist_Exit)
         return;
   add_turns(s, emit_word(1));
   s->n_turns = 0;
}

/* Emit code before a side exit (is_before) and behind it: either it is the
   jump, or the way past it is. */
static void count_turn(State *s, const IRStmt *st, Bool is_before)
{
   Bool is_jump = s->n_turns > 0
                  && emit_address_of(st->Ist.Exit.dst) == s->turns->to;

   if (s->n_turns > 0 && is_jump == is_before)
      add_turns(s, is_jump ? emit_assign(&s->e, Ity_I64,
                                         IRExpr_Unop(Iop_1Uto64,
                                                     st->Ist.Exit.guard))
                           : emit_word(1));
}

static void start_instruction(State *s, Int mark, Bool is_first)
{
   const IRStmt *st = s->in->stmts[mark];
   Int next = imark_next(s->in, mark);
   Int load = next_stack_load(s, mark + 1, next);
   Bool symbol;
   Routine *entered;

   s->insn = st->Ist.IMark.addr;
   s->length = st->Ist.IMark.len;
   if (load < next) {
      IRExpr *before = sp_loads_removed_load(&s->e, s->in, mark, load, next);
      if (before != NULL) {
         stack_load(s, stack_pointer_before(s, mark), before, NULL);
         load = next_stack_load(s, load + 1, next);
      }
   }
   if (s->in->jumpkind == Ijk_Sys_syscall && mark == imark_last(s->in)) {
      flush_cost(s);
      emit_time_before_syscall(&s->time, s->insn, s->in->offsIP);
      retranslate_before_syscall(&s->e, s->insn, s->in->offsIP);
      mmap_hints_before_syscall(&s->e);
   }
   symbol = has_symbol(s);
   s->plt = symbol ? PLT_NONE : plt_part(s->insn);
   s->repeated = repeated_find(s->in, mark);
   s->gathers = insn_gathers(s->insn, s->length);
   s->element = NULL;

   if (s->plt == PLT_HEAD && control_collecting) {
      resolver_see_head(s->insn);
      EMIT_STATE_HELPER(&s->e, helpers_resolver,
                        mkIRExprVec_2(IRExpr_GSPTR(),
                                      emit_stack_pointer(&s->e)),
                        NULL);
      accesses_forget(s->accesses);
   } else if (is_first && control_collecting
              && resolver_goes_on_at(s->insn)) {
      EMIT_STATE_HELPER(&s->e, helpers_resolver_goes_on,
                        mkIRExprVec_2(IRExpr_GSPTR(),
                                      emit_stack_pointer(&s->e)),
                        NULL);
      accesses_forget(s->accesses);
   }
   entered = control_collecting ? routine_entered(s, symbol) : NULL;
   if (entered != NULL) {
      enter_routine(s, entered);
      s->entered = entered;
   } else if (is_first && control_collecting && routines_hide(s->address))
      go_on_in_hidden(s);
   inlined_calls(s);
   s->index++;
   count_loops(s, mark);
   if (s->repeated.is && is_first && is_measured(s))
      repeated_start(&s->repeated, &s->e, s->insn, s->length);
   count_cost(s, mark);

   s->loads_sp = load < next;
   if (s->loads_sp) {
      s->old_sp = stack_pointer_before(s, mark);
      s->loads_further
         = s->loads_sp_at[load] == SP_LOAD_FURTHER
           && next_stack_load(s, load + 1, next) == next
           && sp_loads_removed_moves(s->in, mark, s->e.offset_sp) == 0;
   }
}

static void end_instruction(State *s)
{
   accesses_flush(s->accesses);
   if (s->loads_sp) {
      IRExpr *sp = emit_stack_pointer(&s->e);
      stack_load(s, s->old_sp, sp, leaves_frame(s, sp));
      s->loads_sp = False;
   }
}

/* Is it the address of an element that a gather loads if the element's mask is
   set? */
static Bool is_element(State *s, const IRExpr *address)
{
   return s->element != NULL && address->tag == Iex_RdTmp
          && address->Iex.RdTmp.tmp == s->element->Ist.WrTmp.tmp;
}

static void load_event(State *s, const IRStmt *st)
{
   IRExpr *e = st->Ist.WrTmp.data;

   if (s->gathers && e->tag == Iex_ITE)
      s->element = st;
   else if (e->tag == Iex_Load && is_element(s, e->Iex.Load.addr)) {
      if (is_measured(s))
         accesses_emit_read_if(s->accesses, e->Iex.Load.addr,
                               sizeofIRType(e->Iex.Load.ty),
                               s->element->Ist.WrTmp.data->Iex.ITE.cond);
   }
   /* The return address is not data. */
   else if (e->tag == Iex_Load && st->Ist.WrTmp.tmp != s->return_address)
      read_event(s, e->Iex.Load.addr, sizeofIRType(e->Iex.Load.ty), NULL);
}

static void guarded_load_event(State *s, const IRLoadG *l)
{
   IRType result, loaded;

   typeOfIRLoadGOp(l->cvt, &result, &loaded);
   read_event(s, l->addr, sizeofIRType(loaded), l->guard);
}

static void cas_event(State *s, const IRCAS *cas)
{
   Int size = size_of(s, cas->dataLo);

   if (cas->dataHi != NULL)
      size *= 2;
   read_event(s, cas->addr, size, NULL);
   write_event(s, cas->addr, size, NULL);
}

static void dirty_event(State *s, const IRDirty *d)
{
   if (d->mFx == Ifx_Read || d->mFx == Ifx_Modify)
      read_event(s, d->mAddr, d->mSize, d->guard);
   if (d->mFx == Ifx_Write || d->mFx == Ifx_Modify)
      write_event(s, d->mAddr, d->mSize, d->guard);
}

static void llsc_event(State *s, const IRStmt *st)
{
   if (st->Ist.LLSC.storedata == NULL)
      read_event(s, st->Ist.LLSC.addr,
                 sizeofIRType(typeOfIRTemp(s->in->tyenv,
                                           st->Ist.LLSC.result)), NULL);
   else
      write_event(s, st->Ist.LLSC.addr, size_of(s, st->Ist.LLSC.storedata),
                  NULL);
}

/* Behind a statement of a repeated instruction: take the time of the iteration
   that it makes, and count its cost. */
static void behind_iteration(State *s, const IRStmt *st)
{
   IRExpr *cost;
   UInt known;

   repeated_take_time_behind(&s->repeated, &s->e, &s->time, st);
   if (!is_measured(s) || options_is_without(PART_COUNTING))
      return;
   cost = repeated_cost_behind(&s->repeated, &s->e, st, &known);
   s->pending_cost += known;
   if (cost != NULL)
      add_cost(s, cost);
}

/* Copy one statement, with its events. */
static void statement(State *s, IRStmt *st)
{
   if (sink_vectors_take(&s->vectors, &s->e, st))
      return;
   switch (st->tag) {
   case Ist_WrTmp:
      accesses_assigned(s->accesses, st);
      load_event(s, st);
      break;
   case Ist_LoadG:
      guarded_load_event(s, st->Ist.LoadG.details);
      break;
   case Ist_Store:
      write_event(s, st->Ist.Store.addr, size_of(s, st->Ist.Store.data),
                  NULL);
      break;
   case Ist_StoreG: {
      const IRStoreG *g = st->Ist.StoreG.details;
      write_event(s, g->addr, size_of(s, g->data), g->guard);
      break;
   }
   case Ist_CAS:
      cas_event(s, st->Ist.CAS.details);
      break;
   case Ist_LLSC:
      llsc_event(s, st);
      break;
   case Ist_Dirty:
      dirty_event(s, st->Ist.Dirty.details);
      break;
   case Ist_Exit:
      accesses_flush(s->accesses);
      emit_time_exit(&s->time, st);
      flush_cost(s);
      count_turn(s, st, True);
      break;
   default:
      break;
   }
   if (emit_time_replaces(&s->time, st))
      return;
   spins_emit_before(&s->e, st);
   fill_loops_before(&s->fill, &s->e, st);
   emit_statement(&s->e, movemask_replace(&s->e, st));
   fill_loops_behind(&s->fill, &s->e, s->first, st);
   spins_emit_after(&s->e, s->insn, st);
   emit_time_after(&s->time, st);
   if (st->tag == Ist_Exit)
      count_turn(s, st, False);
   if (s->repeated.is)
      behind_iteration(s, st);
}

/* Emit a guard: is no routine expected?  Then the top activation's routine is
   not known, or nothing is measured, and an indirect jump may be an event: it
   goes to that routine, ends the lazy resolver, or starts a context. */
static IRExpr *none_is_expected(State *s)
{
   return emit_binop(&s->e, Iop_CmpEQ64,
                     emit_field(&s->e, GUEST_FIELD(expected), Ity_I64),
                     emit_word(0));
}

/* Emit a guard: does the jump leave the file's code that it lies in?  NULL: it
   lies in no file's.

      target - start >= length                                      */
static IRExpr *leaves_file(State *s)
{
   const NSegment *segment = VG_(am_find_nsegment)(s->insn);

   if (segment == NULL || segment->kind != SkFileC)
      return NULL;
   return emit_assign(
      &s->e, Ity_I1,
      IRExpr_Unop(Iop_Not1,
                  emit_binop(&s->e, Iop_CmpLT64U,
                             emit_binop(&s->e, Iop_Sub64, s->in->next,
                                        emit_word(segment->start)),
                             emit_word(segment->end + 1 - segment->start))));
}

/* The jump of a `switch` may be one to the head of a loop, or into one. */
static void count_turns_by_table(State *s)
{
   for (UInt i = 0; i < s->n_turns && s->turns[i].length > 0; i++) {
      const LoopJump *j = &s->turns[i];
      IRExpr *at = emit_binop(&s->e, Iop_Sub64, s->in->next, emit_word(j->to));
      IRExpr *is_in = emit_binop(&s->e, Iop_CmpLT64U, at, emit_word(j->length));

      add_to(s, j->counter,
             emit_assign(&s->e, Ity_I64, IRExpr_Unop(Iop_1Uto64, is_in)));
   }
}

/* In code of an interpreter: what is jumped to, or called, is an operation. */
static void next_operation(State *s)
{
   Operations *o = s->in->next->tag == Iex_Const ? NULL
                   : loops_operations(s->insn);

   if (o != NULL)
      EMIT_HELPER(&s->e, operations_next,
                  mkIRExprVec_2(emit_word((UWord)o), s->in->next), NULL);
}

static void jump_end(State *s)
{
   IRExpr *leaves;

   if (s->in->next->tag == Iex_Const)
      return;
   count_turns_by_table(s);
   /* A stub leads to a routine with a symbol, which names itself. */
   leaves = s->plt == PLT_NONE ? leaves_file(s) : NULL;
   if (leaves != NULL)
      EMIT_STATE_HELPER(&s->e, helpers_jump_out,
                        mkIRExprVec_2(IRExpr_GSPTR(), s->in->next), leaves);
   if (s->plt == PLT_STUB)
      /* The jump of PLT0 looks like a stub's.  The helper does nothing then,
         because the thread is in the resolver already. */
      EMIT_STATE_HELPER(&s->e, helpers_stub_jump,
                        mkIRExprVec_2(IRExpr_GSPTR(), s->in->next),
                        none_is_expected(s));
   EMIT_STATE_HELPER(&s->e, helpers_indirect_jump,
                     mkIRExprVec_2(IRExpr_GSPTR(), s->in->next),
                     none_is_expected(s));
}

/* Whether anything is measured now or not: the routine that the resolver has
   chosen will be called later. */
static void resolver_end(State *s)
{
   const HChar *name = s->in->jumpkind == Ijk_Ret
                       ? resolved_names_resolver(s->insn) : NULL;

   if (name != NULL)
      EMIT_HELPER(&s->e, helpers_resolver_returns,
                  mkIRExprVec_1(emit_word((UWord)name)), NULL);
}

static void end_superblock(State *s)
{
   const CallEnd end = {
      .e = &s->e, .in = s->in, .insn = s->insn, .length = s->length,
      .plan = s->plan, .entered = s->entered
   };

   emit_time_end(&s->time, s->in);
   flush_cost(s);
   resolver_end(s);
   if (options_is_without(PART_CALLS) || !control_collecting)
      return;
   switch (s->in->jumpkind) {
   case Ijk_Call:
   case Ijk_NoRedir:
      next_operation(s);
      call_end_emit(&end);
      break;
   case Ijk_Ret: {
      IRExpr *sp = emit_stack_pointer(&s->e);
      EMIT_STATE_HELPER(&s->e, helpers_return,
                        mkIRExprVec_3(IRExpr_GSPTR(), sp, s->in->next), NULL);
      break;
   }
   case Ijk_Boring:
      call_end_note_jump(&end);
      next_operation(s);
      jump_end(s);
      break;
   default:
      break;
   }
}

/* Does the superblock end with a jump back in its routine, or one through a
   table, so that it may be the end of a loop's turn?  Not the first one of the routine
   (retranslate.c); code without a symbol has no wrapper. */
static Bool ends_turn(const State *s, Addr start)
{
   Addr target, first;
   Int last = imark_last(s->in);
   Addr jump = s->in->stmts[last]->Ist.IMark.addr;

   if (s->is_unnamed)
      first = jump < CODE_FLOW_MOST_UNNAMED ? 0 : jump - CODE_FLOW_MOST_UNNAMED;
   else if (s->one_symbol && start != s->symbol_start)
      first = s->symbol_start;
   else
      return False;
   if (tool_options.virtual_time || s->in->jumpkind != Ijk_Boring)
      return False;
   if (s->in->next->tag != Iex_Const)
      return plt_part(jump) == PLT_NONE;
   if (call_end_target(s->in, &target) && target >= first && target <= jump)
      return True;
   for (Int i = last + 1; i < s->in->stmts_used; i++) {
      const IRStmt *st = s->in->stmts[i];
      if (st->tag != Ist_Exit || st->Ist.Exit.jk != Ijk_Boring)
         continue;
      target = emit_address_of(st->Ist.Exit.dst);
      if (target >= first && target <= jump)
         return True;
   }
   return False;
}

static Bool counts_fills(void)
{
   return control_collecting && !tool_options.virtual_time
          && !options_is_without(PART_CALLS)
          && !options_is_without(PART_WRITES);
}

IRSB *instrument_superblock(VgCallbackClosure *closure, IRSB *in,
                            const VexGuestLayout *layout,
                            const VexGuestExtents *extents,
                            const VexArchInfo *host, IRType guest_word,
                            IRType host_word)
{
   State s;
   Bool first = True;

   (void)extents;
   (void)host;
   if (guest_word != host_word)
      VG_(tool_panic)("guest and host differ in word size");
   if (layout->total_sizeB != GUEST_FIELDS_OFFSET)
      VG_(tool_panic)("the guest state is not of the size it was built for");

   retranslate_made();
   dead_flags_remove(in);
   fault_precision_remove_ip(in);
   in = partial_registers_merge(in);
   VG_(memset)(&s, 0, sizeof s);
   s.in = in;
   s.e.out = deepCopyIRSBExceptStmts(in);
   s.e.guest = GUEST_FIELDS_OFFSET;
   s.accesses = accesses_of_superblock(&s.e, in);
   s.e.offset_sp = guest_fields_offset_sp = layout->offset_SP;
   s.first = closure->nraddr;
   if (counts_fills())
      s.fill = fill_loops_find(in, s.first, layout);
   s.return_address = IRTemp_INVALID;
   if (in->jumpkind == Ijk_Ret && in->next->tag == Iex_RdTmp)
      s.return_address = in->next->Iex.RdTmp.tmp;
   s.loads_sp_at = sp_loads_find(in, layout->offset_SP);
   generated_code_refresh(closure->nraddr);
   find_symbol(&s, closure->nraddr);
   if (control_collecting && s.one_symbol && !options_is_without(PART_CALLS))
      s.plan = inline_plan_of(in, closure->nraddr, s.symbol_start);

   emit_time_begin(&s.time, &s.e, closure->nraddr, in->offsIP);
   if (control_collecting && accesses_need_check(s.accesses))
      retranslate_check(&s.e, closure->nraddr, in->offsIP);
   if (control_collecting && ends_turn(&s, closure->nraddr))
      retranslate_in_loop(&s.e, closure->nraddr, in->offsIP);
   count_superblock(&s);
   for (Int i = 0; i < in->stmts_used; i++) {
      IRStmt *st = in->stmts[i];
      if (st == NULL || st->tag == Ist_NoOp)
         continue;
      if (st->tag == Ist_IMark) {
         end_instruction(&s);
         emit_statement(&s.e, st);
         /* A redirected routine has the original's name. */
         s.address = first ? closure->nraddr : st->Ist.IMark.addr;
         start_instruction(&s, i, first);
         emit_time_instruction(&s.time, s.address,
                               !repeated_is_string(&s.repeated));
         repeated_take_time(&s.repeated, &s.e, &s.time);
         first = False;
      } else
         statement(&s, st);
   }
   end_instruction(&s);
   end_superblock(&s);
   inline_plan_free(s.plan);
   return s.e.out;
}
