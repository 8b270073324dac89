/* Superblock in, instrumented superblock out.

   Everything is decided by the instruction, not by the superblock, so that
   the profile does not depend on where superblocks end: costs, routine
   entries and PLT stubs are looked for at each instruction.

   The superblock is copied statement by statement.  Between the statements
   come calls of the event functions:

   - at an instruction's start: the entry of a routine, its cost;
   - at each load: a read; a routine's reads precede its writes (design,
     section 2), so the instruction's writes are kept until its end, or until
     it may be left by a side exit;
   - at its end: the writes, a load of the stack pointer;
   - at the superblock's end: call, return, indirect jump.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_instrument.h"
#include "ap_arch.h"
#include "ap_calls.h"
#include "ap_options.h"
#include "pub_tool_machine.h"

/* A write, kept until its instruction's end. */
typedef struct {
   IRExpr *address, *guard;     /* guard may be NULL */
   Int size;
} Write;

enum { MOST_WRITES = 16 };

typedef struct {
   const IRSB *in;
   IRSB *out;
   Int offset_sp, size_sp;

   UChar *relative_to_sp;       /* by temporary: the stack pointer plus or
                                   minus something */
   /* The current instruction. */
   Addr address;                /* where it counts as being */
   Addr insn;                   /* where its bytes are */
   UInt length;
   ApPltPart plt;
   Bool is_repeated;
   const IRStmt *iteration;     /* behind this exit a repeated one makes an
                                   iteration */
   Bool iterates_at_once;       /* or without one */
   Bool loads_sp;               /* sets the stack pointer absolutely */
   IRTemp old_sp;               /* before it did */
   Write writes[MOST_WRITES];
   UInt n_writes;

   UInt pending_cost;           /* counted, but not yet added */
   IRTemp return_address;       /* the temporary that a return jumps to */
   Addr symbol_start;           /* all instructions belong to this symbol, */
   Bool one_symbol;             /* so only this address is an entry */
   Bool no_symbol;              /* and here none has one */
} State;

/* Events of instrumented code. */

static VG_REGPARM(2) void on_read(Addr a, SizeT n)
{
   if (!ap_current->quiet)
      ap_options.engine->read(ap_current->input, a, n);
}

static VG_REGPARM(2) void on_write(Addr a, SizeT n)
{
   if (!ap_current->quiet)
      ap_options.engine->write(ap_current->input, a, n);
}

static VG_REGPARM(2) void on_call(Addr sp, ApRoutine *r)
{
   ap_call(sp, r);
}

static VG_REGPARM(2) void on_call_indirect(Addr sp, Addr target)
{
   ap_call_indirect(sp, target);
}

static VG_REGPARM(2) void on_call_stub(Addr sp, Addr target)
{
   ap_call_stub(sp, target);
}

static VG_REGPARM(2) void on_return(Addr sp, Addr target)
{
   ap_return(sp, target);
}

static VG_REGPARM(2) void on_entry(Addr sp, ApRoutine *r)
{
   ap_entry(sp, r);
}

static VG_REGPARM(1) void on_stub_jump(Addr target)
{
   ap_stub_jump(target);
}

static VG_REGPARM(1) void on_resolver(Addr sp)
{
   ap_resolver_starts(sp);
}

static VG_REGPARM(2) void on_indirect_jump(Addr sp, Addr target)
{
   ap_indirect_jump(sp, target);
}

static VG_REGPARM(3) void on_stack_loaded(Addr old, Addr new_sp, Addr insn)
{
   ap_stack_loaded(old, new_sp, insn);
}

/* Emitting. */

static void emit(State *s, IRStmt *st)
{
   addStmtToIRSB(s->out, st);
}

static IRExpr *word(UWord w)
{
   return IRExpr_Const(sizeof w == 8 ? IRConst_U64(w) : IRConst_U32(w));
}

static IRTemp assign(State *s, IRType type, IRExpr *e)
{
   IRTemp t = newIRTemp(s->out->tyenv, type);
   emit(s, IRStmt_WrTmp(t, e));
   return t;
}

static IRType word_type(void)
{
   return sizeof(UWord) == 8 ? Ity_I64 : Ity_I32;
}

static void emit_helper(State *s, const HChar *name, void *function,
                        IRExpr **args, IRExpr *guard)
{
   Int n = 0;
   while (args[n] != NULL)
      n++;
   IRDirty *d = unsafeIRDirty_0_N(n, name, VG_(fnptr_to_fnentry)(function),
                                  args);
   if (guard != NULL)
      d->guard = guard;
   emit(s, IRStmt_Dirty(d));
}

#define HELPER(s, function, args, guard) \
   emit_helper(s, #function, &function, args, guard)

static IRExpr *stack_pointer(State *s)
{
   return IRExpr_RdTmp(assign(s, word_type(),
                              IRExpr_Get(s->offset_sp, word_type())));
}

/* The counter is a fixed place in memory: nothing else of the guest's or of
   Valgrind's touches it, and it survives signal frames. */
static void flush_cost(State *s)
{
   if (s->pending_cost == 0)
      return;
   IRExpr *place = word((UWord)&ap_cost);
   IRTemp old = assign(s, Ity_I64, IRExpr_Load(Iend_LE, Ity_I64, place));
   IRTemp sum = assign(s, Ity_I64,
                       IRExpr_Binop(Iop_Add64, IRExpr_RdTmp(old),
                          IRExpr_Const(IRConst_U64(s->pending_cost))));
   emit(s, IRStmt_Store(Iend_LE, place, IRExpr_RdTmp(sum)));
   s->pending_cost = 0;
}

static Bool is_measured(const State *s)
{
   return s->plt == PLT_NONE && s->length > 0;
}

static void read_event(State *s, IRExpr *address, Int size, IRExpr *guard)
{
   if (is_measured(s) && size > 0)
      HELPER(s, on_read, mkIRExprVec_2(address, word(size)), guard);
}

static void flush_writes(State *s)
{
   for (UInt i = 0; i < s->n_writes; i++) {
      Write *w = &s->writes[i];
      HELPER(s, on_write, mkIRExprVec_2(w->address, word(w->size)),
             w->guard);
   }
   s->n_writes = 0;
}

static void write_event(State *s, IRExpr *address, Int size, IRExpr *guard)
{
   if (!is_measured(s) || size <= 0)
      return;
   if (s->n_writes == MOST_WRITES)
      flush_writes(s);
   Write w = { address, guard, size };
   s->writes[s->n_writes++] = w;
}

/* Analysis. */

static Int size_of(const State *s, const IRExpr *e)
{
   return sizeofIRType(typeOfIRExpr(s->in->tyenv, e));
}

/* Is the value the stack pointer, give or take something?  Everything else
   that is put into the stack pointer is a load of it. */
static Bool is_relative(const State *s, const IRExpr *e)
{
   if (e->tag == Iex_RdTmp)
      return s->relative_to_sp[e->Iex.RdTmp.tmp];
   if (e->tag == Iex_Get)
      return e->Iex.Get.offset == s->offset_sp;
   if (e->tag == Iex_Binop)
      switch (e->Iex.Binop.op) {
      case Iop_Add64: case Iop_Add32:
         return is_relative(s, e->Iex.Binop.arg1)
                || is_relative(s, e->Iex.Binop.arg2);
      case Iop_Sub64: case Iop_Sub32: case Iop_And64: case Iop_And32:
         return is_relative(s, e->Iex.Binop.arg1);
      default:
         return False;
      }
   return False;
}

static Bool is_stack_load(const State *s, const IRStmt *st)
{
   return st->tag == Ist_Put && st->Ist.Put.offset == s->offset_sp
          && !is_relative(s, st->Ist.Put.data);
}

static Addr address_of(const IRConst *c)
{
   return c->tag == Ico_U64 ? c->Ico.U64 : c->Ico.U32;
}

/* A repeated instruction starts with an exit to the next instruction for where
   no iteration is left, and goes back to itself after one iteration.  Where the
   count is known that exit is gone: an iteration is made if it goes back. */
static void find_iteration(State *s, Int mark)
{
   Bool goes_back = s->in->next->tag == Iex_Const
                    && address_of(s->in->next->Iex.Const.con) == s->insn;

   s->iteration = NULL;
   s->iterates_at_once = False;
   for (Int i = mark + 1; i < s->in->stmts_used
                          && s->in->stmts[i]->tag != Ist_IMark; i++) {
      const IRStmt *st = s->in->stmts[i];
      if (st->tag != Ist_Exit)
         continue;
      if (address_of(st->Ist.Exit.dst) != s->insn) {
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
   case Ijk_Boring: case Ijk_Call: case Ijk_Ret: {
      /* To itself: a locked operation tries again. */
      return address_of(st->Ist.Exit.dst) != s->insn;
   }
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
   if (ap_arch_is_jump(s->insn, s->length))
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

static void find_relative_temps(State *s)
{
   s->relative_to_sp = VG_(calloc)("aprof.instrument.temps",
                                   s->in->tyenv->types_used + 1, 1);
   for (Int i = 0; i < s->in->stmts_used; i++) {
      const IRStmt *st = s->in->stmts[i];
      if (st->tag == Ist_WrTmp && is_relative(s, st->Ist.WrTmp.data))
         s->relative_to_sp[st->Ist.WrTmp.tmp] = True;
   }
}

/* Symbols don't overlap: if the first and the last instruction belong to one,
   so do all between, and only its start is an entry. */
static void find_symbol(State *s, Addr first)
{
   Addr last = first, start, other;

   for (Int i = 0; i < s->in->stmts_used; i++)
      if (s->in->stmts[i]->tag == Ist_IMark)
         last = s->in->stmts[i]->Ist.IMark.addr;
   Bool a = ap_has_symbol(first, &start), b = ap_has_symbol(last, &other);
   s->one_symbol = a && b && start == other;
   s->symbol_start = start;
   s->no_symbol = !a && !b && first == last;
}

static Bool has_symbol(const State *s)
{
   Addr start;

   return s->one_symbol
          || (!s->no_symbol && ap_has_symbol(s->address, &start));
}

/* Instructions. */

static void start_instruction(State *s, Int mark)
{
   const IRStmt *st = s->in->stmts[mark];
   Bool symbol;

   s->insn = st->Ist.IMark.addr;
   s->length = st->Ist.IMark.len;
   symbol = has_symbol(s);
   s->plt = symbol ? PLT_NONE : ap_arch_plt_part(s->insn);
   s->is_repeated = ap_arch_is_repeated(s->insn, s->length);
   if (s->is_repeated)
      find_iteration(s, mark);

   if (s->plt == PLT_HEAD) {
      IRExpr *sp = stack_pointer(s);
      HELPER(s, on_resolver, mkIRExprVec_1(sp), NULL);
   }
   if (symbol && (!s->one_symbol || s->address == s->symbol_start)) {
      ApRoutine *entered = ap_routine_entered(s->address);
      if (entered != NULL) {
         flush_cost(s);
         IRExpr *sp = stack_pointer(s);
         HELPER(s, on_entry, mkIRExprVec_2(sp, word((UWord)entered)), NULL);
      }
   }

   if (is_measured(s)) {
      if (ap_options.cost == COST_INSTR)
         s->pending_cost++;
      else if (s->is_repeated ? s->iterates_at_once
                              : ends_basic_block(s, mark))
         s->pending_cost++;
   }

   s->loads_sp = False;
   for (Int i = mark + 1; i < s->in->stmts_used
                          && s->in->stmts[i]->tag != Ist_IMark; i++)
      if (is_stack_load(s, s->in->stmts[i]))
         s->loads_sp = True;
   if (s->loads_sp)
      s->old_sp = assign(s, word_type(),
                         IRExpr_Get(s->offset_sp, word_type()));
}

static void end_instruction(State *s)
{
   flush_writes(s);
   if (s->loads_sp) {
      flush_cost(s);
      IRExpr *sp = stack_pointer(s);
      HELPER(s, on_stack_loaded,
             mkIRExprVec_3(IRExpr_RdTmp(s->old_sp), sp, word(s->address)),
             NULL);
      s->loads_sp = False;
   }
}

static void load_event(State *s, const IRStmt *st)
{
   IRExpr *e = st->Ist.WrTmp.data;

   /* The return address is no data. */
   if (e->tag == Iex_Load && st->Ist.WrTmp.tmp != s->return_address)
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
   switch (st->tag) {
   case Ist_WrTmp:
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
      flush_writes(s);
      flush_cost(s);
      break;
   default:
      break;
   }
   emit(s, st);
   if (s->is_repeated && st == s->iteration && is_measured(s)
       && ap_options.cost == COST_BB)
      s->pending_cost++;
}

static Bool constant_target(const IRSB *sb, Addr *target)
{
   if (sb->next->tag != Iex_Const)
      return False;
   const IRConst *c = sb->next->Iex.Const.con;
   *target = address_of(c);
   return True;
}

static void call_end(State *s)
{
   Addr target, start;

   if (!constant_target(s->in, &target)) {
      IRExpr *sp = stack_pointer(s);
      HELPER(s, on_call_indirect, mkIRExprVec_2(sp, s->in->next), NULL);
      return;
   }
   if (target == s->insn + s->length)
      return;     /* position-independent code asks for its own address */
   IRExpr *sp = stack_pointer(s);
   if (!ap_has_symbol(target, &start)
       && ap_arch_plt_part(target) != PLT_NONE)
      HELPER(s, on_call_stub, mkIRExprVec_2(sp, word(target)), NULL);
   else
      HELPER(s, on_call,
             mkIRExprVec_2(sp, word((UWord)ap_routine_at(target))), NULL);
}

static void jump_end(State *s)
{
   if (s->in->next->tag == Iex_Const)
      return;
   if (s->plt == PLT_STUB) {
      HELPER(s, on_stub_jump, mkIRExprVec_1(s->in->next), NULL);
      /* The jump of PLT0 looks like a stub's, and is quiet already. */
   }
   IRExpr *watch = IRExpr_RdTmp(assign(s, Ity_I8,
      IRExpr_Load(Iend_LE, Ity_I8, word((UWord)&ap_watch_jumps))));
   IRExpr *guard = IRExpr_RdTmp(assign(s, Ity_I1,
      IRExpr_Binop(Iop_CmpNE8, watch, IRExpr_Const(IRConst_U8(0)))));
   IRExpr *sp = stack_pointer(s);
   HELPER(s, on_indirect_jump, mkIRExprVec_2(sp, s->in->next), guard);
}

static void end_superblock(State *s)
{
   flush_cost(s);
   switch (s->in->jumpkind) {
   case Ijk_Call:
   case Ijk_NoRedir:
      call_end(s);
      break;
   case Ijk_Ret: {
      IRExpr *sp = stack_pointer(s);
      HELPER(s, on_return, mkIRExprVec_2(sp, s->in->next), NULL);
      break;
   }
   case Ijk_Boring:
      jump_end(s);
      break;
   default:
      break;
   }
}

IRSB *ap_instrument(VgCallbackClosure *closure, IRSB *in,
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

   VG_(memset)(&s, 0, sizeof s);
   s.in = in;
   s.out = deepCopyIRSBExceptStmts(in);
   s.offset_sp = layout->offset_SP;
   s.return_address = IRTemp_INVALID;
   if (in->jumpkind == Ijk_Ret && in->next->tag == Iex_RdTmp)
      s.return_address = in->next->Iex.RdTmp.tmp;
   find_relative_temps(&s);
   find_symbol(&s, closure->nraddr);

   for (Int i = 0; i < in->stmts_used; i++) {
      IRStmt *st = in->stmts[i];
      if (st == NULL || st->tag == Ist_NoOp)
         continue;
      if (st->tag == Ist_IMark) {
         end_instruction(&s);
         emit(&s, st);
         /* A redirected routine bears the original's name. */
         s.address = first ? closure->nraddr : st->Ist.IMark.addr;
         first = False;
         start_instruction(&s, i);
      } else
         statement(&s, st);
   }
   end_instruction(&s);
   end_superblock(&s);
   VG_(free)(s.relative_to_sp);
   return s.out;
}
