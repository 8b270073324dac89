/* Turns of loops that fill memory: see instrument/fill_loops.h.

   At the first store of a turn, l being the loop:

      before = LD(address)                       up to eight bytes
      ...the store...
      same = LD(address) == before
      distance = address - l.last
      goes_on = (l.down ? -distance : distance) - 1 <u most
      turns = goes_on ? l.turns + 1 : 0
      if (turns == least || (!goes_on && l.turns >= least)) change(l, turns)
      l.turns = turns
      l.same = goes_on ? l.same + same : 0
      l.down = -distance - 1 <u most ? -1 : 0
      l.last = address

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/fill_loops.h"
#include "arch/insn.h"
#include "base/options.h"

/* What is known of the temporaries of a superblock. */
typedef struct {
   const IRSB *sb;
   Int sp, fp;                  /* offsets of the registers in the guest state */
   Bool has_frame;              /* the superblock does not change the frame's
                                   pointer */
   Bool *on_stack;              /* by temporary: one of the pointers plus a constant */
} Temporaries;

static Bool puts(const IRSB *sb, Int offset)
{
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st != NULL && st->tag == Ist_Put && st->Ist.Put.offset == offset)
         return True;
   }
   return False;
}

static Bool is_temporary_on_stack(const Temporaries *t, const IRExpr *e)
{
   return e->tag == Iex_RdTmp && t->on_stack[e->Iex.RdTmp.tmp];
}

static Bool is_on_stack(const Temporaries *t, const IRExpr *e)
{
   switch (e->tag) {
   case Iex_Get:
      return e->Iex.Get.offset == t->sp
             || (e->Iex.Get.offset == t->fp && t->has_frame);
   case Iex_RdTmp:
      return is_temporary_on_stack(t, e);
   case Iex_Binop:
      return (e->Iex.Binop.op == Iop_Add64 || e->Iex.Binop.op == Iop_Sub64)
             && is_temporary_on_stack(t, e->Iex.Binop.arg1)
             && e->Iex.Binop.arg2->tag == Iex_Const;
   default:
      return False;
   }
}

static Bool is_variable(const Temporaries *t, const IRExpr *address)
{
   return address->tag == Iex_Const || is_temporary_on_stack(t, address);
}

static Bool leads_to(const IRConst *c, Addr first)
{
   return emit_address_of(c) == first;
}

/* Does the superblock jump back to its beginning? */
static Bool goes_round(const IRSB *sb, Addr first)
{
   if (sb->jumpkind != Ijk_Boring)
      return False;
   if (sb->next->tag == Iex_Const && leads_to(sb->next->Iex.Const.con, first))
      return True;
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st != NULL && st->tag == Ist_Exit && st->Ist.Exit.jk == Ijk_Boring
          && leads_to(st->Ist.Exit.dst, first))
         return True;
   }
   return False;
}

/* Add a statement to the turn.  Return False if the superblock is none. */
static Bool add(FillBlock *b, Temporaries *t, const IRStmt *st)
{
   const IRExpr *data;

   switch (st->tag) {
   case Ist_IMark:
      b->turn.cost += tool_options.cost == COST_INSTR
                         || insn_is_jump(st->Ist.IMark.addr, st->Ist.IMark.len);
      /* (vexopt/rep_strings.c) */
      return !insn_is_repeated(st->Ist.IMark.addr, st->Ist.IMark.len);
   case Ist_WrTmp:
      data = st->Ist.WrTmp.data;
      t->on_stack[st->Ist.WrTmp.tmp] = is_on_stack(t, data);
      return data->tag != Iex_Load || is_variable(t, data->Iex.Load.addr);
   case Ist_Store:
      if (is_variable(t, st->Ist.Store.addr))
         return True;
      if (b->store == NULL)
         b->store = st;
      b->turn.bytes += sizeofIRType(typeOfIRExpr(t->sb->tyenv,
                                               st->Ist.Store.data));
      return True;
   case Ist_LoadG: case Ist_StoreG: case Ist_CAS: case Ist_LLSC:
      return False;
   case Ist_Dirty:
      return st->Ist.Dirty.details->mFx == Ifx_None;
   default:
      return True;
   }
}

FillBlock fill_loops_find(const IRSB *sb, Addr first,
                         const VexGuestLayout *layout)
{
   const FillBlock none = { NULL, { 0, 0 }, NULL };
   FillBlock block = none;
   Temporaries t = { .sb = sb, .sp = layout->offset_SP,
                     .fp = layout->offset_FP };
   const SizeT size = sb->tyenv->types_used * sizeof *t.on_stack;

   if (!goes_round(sb, first))
      return none;
   t.has_frame = !puts(sb, t.fp);
   t.on_stack = LibVEX_Alloc(size);
   VG_(memset)(t.on_stack, 0, size);
   for (Int i = 0; i < sb->stmts_used; i++)
      if (sb->stmts[i] != NULL && !add(&block, &t, sb->stmts[i]))
         return none;
   return block;
}

/* Return the type of what is compared. */
static IRType compared(const FillBlock *t, const Emit *e)
{
   switch (sizeofIRType(typeOfIRExpr(e->out->tyenv,
                                     t->store->Ist.Store.data))) {
   case 1: return Ity_I8;
   case 2: return Ity_I16;
   case 4: return Ity_I32;
   default: return Ity_I64;
   }
}

void fill_loops_before(FillBlock *t, Emit *e, const IRStmt *st)
{
   if (st == t->store)
      t->before = emit_load(e, compared(t, e), st->Ist.Store.addr);
}

static IRExpr *is_same(const FillBlock *t, Emit *e)
{
   const IRType type = compared(t, e);
   const IROp equal = type == Ity_I8 ? Iop_CmpEQ8
                      : type == Ity_I16 ? Iop_CmpEQ16
                      : type == Ity_I32 ? Iop_CmpEQ32 : Iop_CmpEQ64;
   IRExpr *now = emit_load(e, type, t->store->Ist.Store.addr);

   return emit_assign(e, Ity_I64,
                      IRExpr_Unop(Iop_1Uto64,
                                  emit_binop(e, equal, now, t->before)));
}

static IRExpr *field(Emit *e, const UWord *at)
{
   return emit_load(e, Ity_I64, emit_word((UWord)at));
}

static void set(Emit *e, UWord *at, IRExpr *value)
{
   emit_statement(e, IRStmt_Store(Iend_LE, emit_word((UWord)at), value));
}

static IRExpr *at_least(Emit *e, IRExpr *n, UWord least)
{
   return emit_binop(e, Iop_CmpLE64U, emit_word(least), n);
}

/* Return all bits set if a condition holds, else 0. */
static IRExpr *all_if(Emit *e, IRExpr *condition)
{
   return emit_binop(e, Iop_Sub64, emit_word(0),
                     emit_assign(e, Ity_I64,
                                 IRExpr_Unop(Iop_1Uto64, condition)));
}

/* Is a distance 1 to `most` bytes upwards, or, if all bits of `down` are set,
   downwards?  (-distance - 1 has the bits of distance inverted.) */
static IRExpr *is_ahead(Emit *e, IRExpr *distance, IRExpr *down, UWord most)
{
   IRExpr *least = emit_binop(e, Iop_Add64, down, emit_word(1));
   IRExpr *step = emit_binop(e, Iop_Sub64,
                             emit_binop(e, Iop_Xor64, distance, down), least);

   return emit_binop(e, Iop_CmpLT64U, step, emit_word(most));
}

void fill_loops_behind(const FillBlock *t, Emit *e, Addr first,
                       const IRStmt *st)
{
   if (st != t->store)
      return;
   FillLoop *l = fills_loop(first, t->turn);
   const UWord least = fills_least_turns(l);
   const UWord most = t->turn.bytes > FILLS_STEP ? t->turn.bytes : FILLS_STEP;
   IRExpr *address = st->Ist.Store.addr;
   IRExpr *distance = emit_binop(e, Iop_Sub64, address, field(e, &l->last));
   IRExpr *goes_on = is_ahead(e, distance, field(e, &l->down), most);
   IRExpr *mask = all_if(e, goes_on);
   IRExpr *before = field(e, &l->turns);
   IRExpr *turns = emit_binop(e, Iop_And64, mask,
                              emit_binop(e, Iop_Add64, before, emit_word(1)));
   IRExpr *same = emit_binop(e, Iop_And64, mask,
                             emit_binop(e, Iop_Add64, field(e, &l->same),
                                        is_same(t, e)));
   IRExpr *ends = emit_binop(e, Iop_And1, at_least(e, before, least),
                             emit_assign(e, Ity_I1,
                                         IRExpr_Unop(Iop_Not1, goes_on)));
   IRExpr *begins = emit_binop(e, Iop_CmpEQ64, turns, emit_word(least));

   EMIT_HELPER(e, fills_change, mkIRExprVec_2(emit_word((UWord)l), turns),
               emit_binop(e, Iop_Or1, ends, begins));
   set(e, &l->turns, turns);
   set(e, &l->same, same);
   set(e, &l->down, all_if(e, is_ahead(e, distance, emit_word(~0UL), most)));
   set(e, &l->last, address);
}
