/* Superblock in, instrumented superblock out.

   Everything is decided by the instruction, not by the superblock, so that
   the profile does not depend on where superblocks end: costs, routine
   entries and PLT stubs are looked for at each instruction.

   The superblock is copied statement by statement.  Between the statements
   come calls of the event functions:

   - at an instruction's start: a load of the stack pointer that VEX has put off
     till there, the entry of a routine, its cost;
   - at each load: a read; what an instruction reads it reads before it writes,
     so its writes are kept until its end, or until it may be left by a side
     exit;
   - at its end: the writes, a load of the stack pointer;
   - at the superblock's end: call, return, indirect jump.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/instrument.h"
#include "instrument/accesses.h"
#include "arch/insn.h"
#include "arch/plt.h"
#include "instrument/helpers.h"
#include "vexopt/fault_precision.h"
#include "vexopt/dead_flags.h"
#include "guest/guest_fields.h"
#include "kernel/mmap_hints.h"
#include "vexopt/movemask.h"
#include "ir/imark.h"
#include "base/options.h"
#include "callgraph/call_targets.h"
#include "vexopt/partial_registers.h"
#include "instrument/retranslate.h"
#include "instrument/sp_loads.h"
#include "instrument/string_cost.h"
#include "vexopt/rep_strings.h"
#include "vexopt/sink_vectors.h"

typedef struct {
   const IRSB *in;
   Emit e;
   Accesses *accesses;
   SinkVectors vectors;

   UChar *loads_sp_at;          /* by statement: sets the stack pointer
                                   absolutely */
   /* The current instruction. */
   Addr address;                /* where it counts as being */
   Addr insn;                   /* where its bytes are */
   UInt length;
   PltPart plt;
   Bool is_repeated;
   Bool gathers;
   const IRStmt *element;       /* then, what chose the last address */
   const IRStmt *iteration;     /* behind this exit a repeated one makes an
                                   iteration */
   Bool iterates_at_once;       /* or without one */
   StringCost string;           /* of one that copies or fills memory */
   Bool loads_sp;               /* one of its statements does so */
   IRExpr *old_sp;              /* before it did */

   UInt pending_cost;           /* counted, but not yet added */
   IRTemp return_address;       /* the temporary that a return jumps to */
   Addr symbol_start;           /* all instructions belong to this symbol, */
   Bool one_symbol;             /* so only this address is an entry */
   Bool no_symbol;              /* and here none has one */
   Routine *entered;          /* whose entry came last, or NULL */
} State;

/* The counter lies in the guest state, as near as a register. */
static void flush_cost(State *s)
{
   if (s->pending_cost == 0)
      return;
   IRExpr *sum = emit_binop(&s->e, Iop_Add64,
                          emit_field(&s->e, GUEST_FIELD(cost), Ity_I64),
                          IRExpr_Const(IRConst_U64(s->pending_cost)));
   emit_statement(&s->e, IRStmt_Put(s->e.guest + GUEST_FIELD(cost), sum));
   s->pending_cost = 0;
}

static Bool is_measured(const State *s)
{
   return s->plt == PLT_NONE && s->length > 0;
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

/* A repeated instruction starts with an exit to the next instruction for where
   no iteration is left, and goes back to itself after one iteration.  Where the
   count is known that exit is gone: an iteration is made if it goes back. */
static void find_iteration(State *s, Int mark)
{
   Bool goes_back = s->in->next->tag == Iex_Const
                    && emit_address_of(s->in->next->Iex.Const.con) == s->insn;

   s->iteration = NULL;
   s->iterates_at_once = False;
   for (Int i = mark + 1, next = imark_next(s->in, mark); i < next; i++) {
      const IRStmt *st = s->in->stmts[i];
      if (st->tag != Ist_Exit)
         continue;
      if (emit_address_of(st->Ist.Exit.dst) != s->insn) {
         s->iteration = st;
         return;
      }
      goes_back = True;
      break;
   }
   s->iterates_at_once = goes_back;
}

/* Does a side exit of this kind leave the instruction as a jump does? */
static Bool is_control_exit(const State *s, const IRStmt *st)
{
   switch (st->Ist.Exit.jk) {
   case Ijk_Boring: case Ijk_Call: case Ijk_Ret:
      /* To itself: a locked operation tries again. */
      return emit_address_of(st->Ist.Exit.dst) != s->insn;
   default:
      return False;
   }
}

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

/* Does the instruction whose mark is statement `mark` end a basic block?  A
   superblock that only ran out of length ends none. */
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

/* Symbols don't overlap: if the first and the last instruction belong to one,
   so do all between, and only its start is an entry. */
static void find_symbol(State *s, Addr first)
{
   Addr last = s->in->stmts[imark_last(s->in)]->Ist.IMark.addr, start, other;

   Bool a = routines_has_symbol(first, &start), b = routines_has_symbol(last, &other);
   s->one_symbol = a && b && start == other;
   s->symbol_start = start;
   s->no_symbol = !a && !b && first == last;
}

static Bool has_symbol(const State *s)
{
   Addr start;

   return s->one_symbol
          || (!s->no_symbol && routines_has_symbol(s->address, &start));
}

/* Instructions. */

/* An entry that the top activation is already in is the beginning of a call,
   or a loop: nothing to do.

      other = g.expected ^ entered
      if (other != 0) entry(other)

   The address of the routine is a long constant, and so stands here once. */
static void enter_routine(State *s, Routine *entered)
{
   IRExpr *other = emit_binop(&s->e, Iop_Xor64,
                            emit_field(&s->e, GUEST_FIELD(expected), Ity_I64),
                            emit_word((UWord)entered));
   IRExpr *is_other = emit_assign(&s->e, Ity_I1,
                                IRExpr_Unop(Iop_CmpNEZ64, other));
   flush_cost(s);
   EMIT_STATE_HELPER(&s->e, helpers_entry, mkIRExprVec_2(IRExpr_GSPTR(), other),
                   is_other);
   accesses_forget(s->accesses);
}

static void stack_load(State *s, IRExpr *old_sp, IRExpr *sp)
{
   flush_cost(s);
   EMIT_STATE_HELPER(&s->e, helpers_stack_loaded,
                   mkIRExprVec_4(IRExpr_GSPTR(), old_sp, sp,
                                 emit_word(s->address)), NULL);
   accesses_forget(s->accesses);
   accesses_end_unchecked(s->accesses);
}

/* The first statement from `from` on that loads the stack pointer, or `to`. */
static Int next_stack_load(const State *s, Int from, Int to)
{
   while (from < to && !s->loads_sp_at[from])
      from++;
   return from;
}

/* The stack pointer before the instruction at `mark`, which loads it. */
static IRExpr *stack_pointer_before(State *s, Int mark)
{
   Long unseen = sp_loads_removed_moves(s->in, mark, s->e.offset_sp);
   IRExpr *sp = emit_stack_pointer(&s->e);

   return unseen == 0 ? sp
          : emit_binop(&s->e, Iop_Add64, sp, emit_word((UWord)unseen));
}

/* The routine of a symbol that begins here; NULL: none does. */
static Routine *routine_entered(const State *s)
{
   return (!s->one_symbol || s->address == s->symbol_start)
          && !options_is_without(PART_CALLS)
          ? routines_entered(s->address) : NULL;
}

static void count_cost(State *s, Int mark)
{
   if (!is_measured(s) || options_is_without(PART_COUNTING))
      return;
   if (s->string.size > 0) {
      if (s->iterates_at_once)
         s->pending_cost += s->string.cost;
      return;
   }
   if (tool_options.cost == COST_INSTR
       || (s->is_repeated ? s->iterates_at_once : ends_basic_block(s, mark)))
      s->pending_cost++;
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
         stack_load(s, stack_pointer_before(s, mark), before);
         load = next_stack_load(s, load + 1, next);
      }
   }
   if (s->in->jumpkind == Ijk_Sys_syscall && mark == imark_last(s->in)) {
      flush_cost(s);
      retranslate_before_syscall(&s->e, s->insn, s->in->offsIP);
      mmap_hints_before_syscall(&s->e);
   }
   symbol = has_symbol(s);
   s->plt = symbol ? PLT_NONE : plt_part(s->insn);
   s->is_repeated = insn_is_repeated(s->insn, s->length);
   s->gathers = insn_gathers(s->insn, s->length);
   s->element = NULL;
   s->string.size = 0;
   if (s->is_repeated) {
      find_iteration(s, mark);
      s->string = string_cost_find(s->in, mark);
   }

   if (s->plt == PLT_HEAD) {
      EMIT_STATE_HELPER(&s->e, helpers_resolver,
                      mkIRExprVec_2(IRExpr_GSPTR(), emit_stack_pointer(&s->e)),
                      NULL);
      accesses_forget(s->accesses);
   }
   entered = symbol ? routine_entered(s) : NULL;
   if (entered != NULL) {
      enter_routine(s, entered);
      s->entered = entered;
   }
   if (s->is_repeated && is_first && is_measured(s))
      rep_strings_start(&s->e, s->insn, s->length);
   count_cost(s, mark);

   s->loads_sp = load < next;
   if (s->loads_sp)
      s->old_sp = stack_pointer_before(s, mark);
}

static void end_instruction(State *s)
{
   accesses_flush(s->accesses);
   if (s->loads_sp) {
      stack_load(s, s->old_sp, emit_stack_pointer(&s->e));
      s->loads_sp = False;
   }
}

/* An element that is gathered, or not, as its mask says. */
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
   /* The return address is no data. */
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

/* One statement of the guest's, with the events that go before or after. */
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
      flush_cost(s);
      break;
   default:
      break;
   }
   emit_statement(&s->e, movemask_replace(&s->e, st));
   if (!s->is_repeated || !is_measured(s) || options_is_without(PART_COUNTING))
      return;
   if (s->string.size > 0 && st == s->string.put)
      string_cost_add(&s->e, &s->string);
   else if (s->string.size == 0 && st == s->iteration
            && tool_options.cost == COST_BB)
      s->pending_cost++;
}

static Bool constant_target(const IRSB *sb, Addr *target)
{
   if (sb->next->tag != Iex_Const)
      return False;
   *target = emit_address_of(sb->next->Iex.Const.con);
   return True;
}

static void stub_call(State *s, Addr stub)
{
   IRExpr *sp = emit_stack_pointer(&s->e);
   const Addr *slot = plt_slot(stub);

   if (slot == NULL)
      EMIT_STATE_HELPER(&s->e, helpers_call_unknown,
                      mkIRExprVec_3(IRExpr_GSPTR(), sp, emit_word(stub)), NULL);
   else
      EMIT_STATE_HELPER(&s->e, helpers_call_stub,
                      mkIRExprVec_5(IRExpr_GSPTR(), sp, emit_word(stub),
                                    emit_word((UWord)slot),
                                    emit_word((UWord)call_sites_at(s->insn))),
                      NULL);
}

/* Whose instruction this likely is.  It is about to be executed: without a
   symbol it is the top activation's.  NULL: hard to say. */
static Routine *likely_caller(const State *s)
{
   const Control *c = control_current;

   if (s->entered != NULL)
      return s->entered;
   return c != NULL && control_depth(c) > 0 && !c->in_resolver && c->n_zones == 0
          ? c->top->routine : NULL;
}

static void known_call(State *s, Routine *callee)
{
   IRExpr *sp = emit_stack_pointer(&s->e);
   Routine *caller = likely_caller(s);

   if (caller == NULL || caller->hidden || callee->hidden
       || tool_options.contexts > 0)
      EMIT_STATE_HELPER(&s->e, helpers_call_routine,
                      mkIRExprVec_3(IRExpr_GSPTR(), sp,
                                    emit_word((UWord)callee)), NULL);
   else {
      IRExpr **args = mkIRExprVec_3(IRExpr_GSPTR(), sp,
                                    emit_word((UWord)record_edge_between(caller,
                                                                   callee)));
      if (callee->memory != NULL)
         EMIT_STATE_HELPER(&s->e, helpers_call_zone, args, NULL);
      else
         EMIT_STATE_HELPER(&s->e, helpers_call, args, NULL);
   }
}

static void call_end(State *s)
{
   Addr target;

   if (!constant_target(s->in, &target)) {
      IRExpr *sp = emit_stack_pointer(&s->e);
      CallSite *site = call_sites_at(s->insn);
      EMIT_STATE_HELPER(&s->e, helpers_call_indirect,
                      mkIRExprVec_4(IRExpr_GSPTR(), sp, s->in->next,
                                    emit_word((UWord)site)), NULL);
      return;
   }
   if (target == s->insn + s->length)
      return;     /* position-independent code asks for its own address */
   Routine *callee = call_targets_routine(target);
   if (callee == NULL)
      stub_call(s, target);
   else
      known_call(s, callee);
}

/* While the top activation's routine is not known, or nothing is measured, a
   jump may mean something: which routine it is, the end of the resolver, the
   start of a context. */
static IRExpr *none_is_expected(State *s)
{
   return emit_binop(&s->e, Iop_CmpEQ64,
                   emit_field(&s->e, GUEST_FIELD(expected), Ity_I64),
                   emit_word(0));
}

static void jump_end(State *s)
{
   if (s->in->next->tag == Iex_Const)
      return;
   if (s->plt == PLT_STUB)
      /* The jump of PLT0 looks like a stub's, and is quiet already. */
      EMIT_STATE_HELPER(&s->e, helpers_stub_jump,
                      mkIRExprVec_2(IRExpr_GSPTR(), s->in->next),
                      none_is_expected(s));
   EMIT_STATE_HELPER(&s->e, helpers_indirect_jump,
                   mkIRExprVec_2(IRExpr_GSPTR(), s->in->next),
                   none_is_expected(s));
}

static void end_superblock(State *s)
{
   flush_cost(s);
   if (options_is_without(PART_CALLS))
      return;
   switch (s->in->jumpkind) {
   case Ijk_Call:
   case Ijk_NoRedir:
      call_end(s);
      break;
   case Ijk_Ret: {
      IRExpr *sp = emit_stack_pointer(&s->e);
      EMIT_STATE_HELPER(&s->e, helpers_return,
                      mkIRExprVec_3(IRExpr_GSPTR(), sp, s->in->next), NULL);
      break;
   }
   case Ijk_Boring:
      jump_end(s);
      break;
   default:
      break;
   }
}

IRSB *instrument_superblock(VgCallbackClosure *closure, IRSB *in,
                    const VexGuestLayout *layout,
                    const VexGuestExtents *extents, const VexArchInfo *host,
                    IRType guest_word, IRType host_word)
{
   State s;
   Bool first = True;

   (void)extents;
   (void)host;
   if (guest_word != host_word)
      VG_(tool_panic)("guest and host differ in word size");
   if (layout->total_sizeB != GUEST_FIELDS_OFFSET)
      VG_(tool_panic)("the guest state is not of the size it was built for");

   dead_flags_remove(in);
   fault_precision_remove_ip(in);
   in = partial_registers_merge(in);
   VG_(memset)(&s, 0, sizeof s);
   s.in = in;
   s.e.out = deepCopyIRSBExceptStmts(in);
   s.e.guest = GUEST_FIELDS_OFFSET;
   s.accesses = accesses_of_superblock(&s.e, in);
   s.e.offset_sp = guest_fields_offset_sp = layout->offset_SP;
   s.return_address = IRTemp_INVALID;
   if (in->jumpkind == Ijk_Ret && in->next->tag == Iex_RdTmp)
      s.return_address = in->next->Iex.RdTmp.tmp;
   s.loads_sp_at = sp_loads_find(in, layout->offset_SP);
   find_symbol(&s, closure->nraddr);

   if (accesses_need_check(s.accesses))
      retranslate_check(&s.e, closure->nraddr, in->offsIP);
   for (Int i = 0; i < in->stmts_used; i++) {
      IRStmt *st = in->stmts[i];
      if (st == NULL || st->tag == Ist_NoOp)
         continue;
      if (st->tag == Ist_IMark) {
         end_instruction(&s);
         emit_statement(&s.e, st);
         /* A redirected routine bears the original's name. */
         s.address = first ? closure->nraddr : st->Ist.IMark.addr;
         start_instruction(&s, i, first);
         first = False;
      } else
         statement(&s, st);
   }
   end_instruction(&s);
   end_superblock(&s);
   return s.e.out;
}
