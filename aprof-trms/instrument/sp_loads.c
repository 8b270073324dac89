/* Where the stack pointer is loaded: see instrument/sp_loads.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/sp_loads.h"
#include "arch/insn.h"
#include "arch/stack_insn.h"
#include "ir/imark.h"

/* What is known of a superblock's temporaries while its statements are gone
   through. */
typedef struct {
   IRTemp *origin;       /* the one that this one is, give or take a constant */
   UChar *relative;      /* is this one the stack pointer as it is now, give or
                            take something? */
   UInt count;
   IRTemp loaded;        /* the origin of what the stack pointer was loaded with
                            last */
   Int offset_sp;
   ULong registers;      /* which of them are relative, by their place */
} Temps;

/* Where the length of a superblock has cut code in two, the registers that are
   relative there; direct-mapped by the address at which it goes on.

      mov rsp, rbx;  sub rax, rbx   |   mov rbx, rsp

   Where an entry is lost to another address, the load in the second half is
   looked at as any other. */
typedef struct {
   Addr address;
   ULong registers;
} Cut;

static Cut cuts[1024];

static Cut *cut_at(Addr address)
{
   return &cuts[(address ^ (address >> 10)) % (sizeof cuts / sizeof cuts[0])];
}

/* By its place in the guest state; 0: it is none of those that matter. */
static ULong register_bit(Int offset)
{
   return offset % 8 == 0 && offset < 64 * 8 ? 1ULL << (offset / 8) : 0;
}

/* The temporary that the value is, give or take a constant. */
static IRTemp origin_of(const Temps *t, const IRExpr *e)
{
   if (e->tag == Iex_RdTmp)
      return t->origin[e->Iex.RdTmp.tmp];
   if (e->tag == Iex_Binop
       && (e->Iex.Binop.op == Iop_Add64 || e->Iex.Binop.op == Iop_Sub64)
       && e->Iex.Binop.arg1->tag == Iex_RdTmp
       && e->Iex.Binop.arg2->tag == Iex_Const)
      return t->origin[e->Iex.Binop.arg1->Iex.RdTmp.tmp];
   return IRTemp_INVALID;
}

static Bool is_relative(const Temps *t, const IRExpr *e)
{
   if (e->tag == Iex_RdTmp)
      return t->relative[e->Iex.RdTmp.tmp];
   if (e->tag == Iex_Get)
      return e->Iex.Get.offset == t->offset_sp
             || (t->registers & register_bit(e->Iex.Get.offset)) != 0;
   if (e->tag == Iex_Binop)
      switch (e->Iex.Binop.op) {
      case Iop_Add64: case Iop_Add32:
         return is_relative(t, e->Iex.Binop.arg1)
                || is_relative(t, e->Iex.Binop.arg2);
      case Iop_Sub64: case Iop_Sub32: case Iop_And64: case Iop_And32:
         return is_relative(t, e->Iex.Binop.arg1);
      default:
         return False;
      }
   return False;
}

static void assign(Temps *t, IRTemp tmp, const IRExpr *value)
{
   IRTemp origin = origin_of(t, value);

   t->origin[tmp] = origin == IRTemp_INVALID ? tmp : origin;
   t->relative[tmp] = is_relative(t, value);
}

/* Does this put something into the stack pointer that it is not, give or take
   something?  Of `leave; ret` only the first one does so: the return looks at
   the stack pointer itself.  Elsewhere what follows a load is one, too: an
   unwinder loads where a return address lies, pops that, and jumps. */
static Bool loads_stack(Temps *t, const IRExpr *value, Bool in_return)
{
   IRTemp origin = origin_of(t, value);

   if (is_relative(t, value)
       || (in_return && origin != IRTemp_INVALID && origin == t->loaded))
      return False;
   t->loaded = origin;
   t->registers = 0;
   for (UInt i = 0; i < t->count; i++)
      t->relative[i] = False;
   return True;
}

static void put(Temps *t, Int offset, const IRExpr *value)
{
   t->registers &= ~register_bit(offset & ~7);
   if (is_relative(t, value))
      t->registers |= register_bit(offset);
}

/* Does the superblock end only because it is long?  Then where the code goes on;
   else 0. */
static Addr cut_off(const IRSB *sb)
{
   const IRStmt *last = sb->stmts[imark_last(sb)];
   Addr next = last->Ist.IMark.addr + last->Ist.IMark.len;

   return sb->jumpkind == Ijk_Boring && emit_is_word(sb->next)
          && sb->next->Iex.Const.con->Ico.U64 == next
          && !insn_is_jump(last->Ist.IMark.addr, last->Ist.IMark.len)
          ? next : 0;
}

static ULong registers_at(const IRSB *sb)
{
   Addr start = sb->stmts[imark_next(sb, -1)]->Ist.IMark.addr;
   const Cut *c = cut_at(start);

   return c->address == start ? c->registers : 0;
}

static void note_cut(const IRSB *sb, ULong registers)
{
   Addr next = cut_off(sb);

   if (next == 0 || (registers == 0 && cut_at(next)->address != next))
      return;
   *cut_at(next) = (Cut){ next, registers };
}

UChar *sp_loads_find(const IRSB *sb, Int offset_sp)
{
   UInt n = sb->tyenv->types_used;
   Int last_insn = imark_last(sb);
   UChar *loads = LibVEX_Alloc(sb->stmts_used);
   Temps t = {
      LibVEX_Alloc(n * sizeof *t.origin), LibVEX_Alloc(n * sizeof *t.relative),
      n, IRTemp_INVALID, offset_sp, registers_at(sb)
   };

   for (UInt i = 0; i < n; i++) {
      t.origin[i] = IRTemp_INVALID;
      t.relative[i] = False;
   }
   VG_(memset)(loads, 0, sb->stmts_used);
   for (Int i = 0; i < sb->stmts_used; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_WrTmp)
         assign(&t, st->Ist.WrTmp.tmp, st->Ist.WrTmp.data);
      else if (st->tag == Ist_Put && st->Ist.Put.offset == offset_sp)
         loads[i] =
            loads_stack(&t, st->Ist.Put.data,
                        i > last_insn && sb->jumpkind == Ijk_Ret);
      else if (st->tag == Ist_Put)
         put(&t, st->Ist.Put.offset, st->Ist.Put.data);
   }
   note_cut(sb, t.registers);
   return loads;
}

static Bool is_same_atom(const IRExpr *a, const IRExpr *b)
{
   if (a->tag == Iex_RdTmp)
      return b->tag == Iex_RdTmp && a->Iex.RdTmp.tmp == b->Iex.RdTmp.tmp;
   return emit_is_word(a) && emit_is_word(b)
          && a->Iex.Const.con->Ico.U64 == b->Iex.Const.con->Ico.U64;
}

/* The size of what is stored there, between two statements; 0: nothing is. */
static Int size_stored(const IRSB *sb, const IRExpr *address, Int from, Int to)
{
   for (Int i = from; i < to; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_Store && is_same_atom(st->Ist.Store.addr, address))
         return sizeofIRType(typeOfIRExpr(sb->tyenv, st->Ist.Store.data));
   }
   return 0;
}

/* The statement between two that assigns a temporary, or NULL. */
static const IRStmt *assignment(const IRSB *sb, IRTemp tmp, Int from, Int to)
{
   for (Int i = from; i < to; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_WrTmp && st->Ist.WrTmp.tmp == tmp)
         return st;
   }
   return NULL;
}

/* What an atom is, and more, by what is there before the statements between two.
   NULL: that can't be said. */
static IRExpr *atom_before(Emit *e, const IRSB *sb, IRExpr *atom, ULong more,
                           Int from, Int to)
{
   if (emit_is_word(atom))
      return emit_word(atom->Iex.Const.con->Ico.U64 + more);
   const IRStmt *st = assignment(sb, atom->Iex.RdTmp.tmp, from, to);
   if (st != NULL) {
      const IRExpr *value = st->Ist.WrTmp.data;
      if (value->tag != Iex_Binop || !emit_is_word(value->Iex.Binop.arg2)
          || value->Iex.Binop.arg1->tag != Iex_RdTmp)
         return NULL;
      ULong by = value->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
      if (value->Iex.Binop.op == Iop_Add64)
         more += by;
      else if (value->Iex.Binop.op == Iop_Sub64)
         more -= by;
      else
         return NULL;
      atom = value->Iex.Binop.arg1;
      if (assignment(sb, atom->Iex.RdTmp.tmp, from, to) != NULL)
         return NULL;
   }
   return more == 0 ? atom : emit_binop(e, Iop_Add64, atom, emit_word(more));
}

/* A push, or a call, cannot load the stack pointer.  Where it seems to, the one
   before it has: what that has put there VEX leaves out, as the next one
   overwrites it.

      mov rsi, rsp      PUT(rsp) = t                                   (gone)
      call f            t1 = Sub64(t, 8);  PUT(rsp) = t1;  ST(t1) = ...

   Then the load comes first, with t. */
IRExpr *sp_loads_removed_load(Emit *e, const IRSB *sb, Int mark, Int load,
                             Int next)
{
   IRExpr *sp = sb->stmts[load]->Ist.Put.data;
   Int pushed = size_stored(sb, sp, load + 1, next);

   return pushed == 0 ? NULL
          : atom_before(e, sb, sp, pushed, mark + 1, load);
}

/* VEX leaves out what an instruction puts into the stack pointer where the next
   one overwrites it, and no memory is accessed in between:

      pop rax           t = LD(rsp);  PUT(rax) = t;  PUT(rsp) = ...    (gone)
      mov rax, rsp      PUT(rsp) = t

   So much was moved since the last time that it was put there. */
Long sp_loads_removed_moves(const IRSB *sb, Int mark, Int offset_sp)
{
   Long moved = 0;

   for (Int i = mark - 1; i >= 0; i--) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_Put && st->Ist.Put.offset == offset_sp)
         break;
      if (st->tag == Ist_IMark)
         moved += stack_insn_moves_by(st->Ist.IMark.addr, st->Ist.IMark.len);
   }
   return moved;
}
