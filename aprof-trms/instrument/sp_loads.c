/* Loads of the stack pointer.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "instrument/sp_loads.h"
#include "arch/insn.h"
#include "arch/stack_insn.h"
#include "ir/imark.h"

/* Analysis of a superblock's temporaries, statement by statement.

   A value is relative if it is the present stack pointer plus or minus
   anything. */
typedef struct {
   IRTemp *origin;       /* of each: the temporary that it differs from by a
                            constant... */
   ULong *distance;      /* ...and that constant */
   UChar *relative;      /* of each: is it relative? */
   UInt count;           /* of temporaries */
   IRTemp loaded;        /* the origin of the value that the stack pointer was
                            loaded with last... */
   ULong loaded_distance;   /* ...and its distance from that */
   Int offset_sp;
   ULong registers;      /* the set of relative registers (register_bit) */
} Temps;

/* A place where code was cut in two because the superblock has reached its
   maximum length, and the registers that are relative there.  The second half,
   at `address`, is a superblock of its own:

      mov rsp, rbx;  sub rax, rbx   |   mov rbx, rsp

   A direct-mapped cache by address.  If an entry has been replaced, then a
   store to the stack pointer in the second half counts as a load. */
typedef struct {
   Addr address;
   ULong registers;
} Cut;

static Cut cuts[1024];

static Cut *cut_at(Addr address)
{
   return &cuts[(address ^ (address >> 10)) % (sizeof cuts / sizeof cuts[0])];
}

/* Return the bit of the register at this offset of the guest state; 0: a part
   of the state that is not followed. */
static ULong register_bit(Int offset)
{
   return offset % 8 == 0 && offset < 64 * 8 ? 1ULL << (offset / 8) : 0;
}

/* Return the temporary that the value differs from by a constant, or
   IRTemp_INVALID. */
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

/* Return the constant. */
static ULong distance_of(const Temps *t, const IRExpr *e)
{
   if (e->tag == Iex_RdTmp)
      return t->distance[e->Iex.RdTmp.tmp];
   const ULong by = e->Iex.Binop.arg2->Iex.Const.con->Ico.U64;
   return t->distance[e->Iex.Binop.arg1->Iex.RdTmp.tmp]
          + (e->Iex.Binop.op == Iop_Add64 ? by : -by);
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
   t->distance[tmp] = origin == IRTemp_INVALID ? 0 : distance_of(t, value);
   t->relative[tmp] = is_relative(t, value);
}

/* The value is put into the stack pointer: is that a load?  It is, unless the
   value is relative.  In `leave; ret` only `leave` counts as a load, since
   shadow_stack_return uses the stack pointer by itself: in a return, a value
   that differs from the loaded value by a constant is no load.  Elsewhere it is
   one: an unwinder loads the address of a return address, pops the return
   address, and jumps. */
static SpLoad loads_stack(Temps *t, const IRExpr *value, Bool in_return)
{
   enum { MOST_POPPED = 4096 };
   IRTemp origin = origin_of(t, value);
   Bool again = origin != IRTemp_INVALID && origin == t->loaded;

   if (is_relative(t, value) || (in_return && again))
      return SP_NO_LOAD;
   ULong distance = origin == IRTemp_INVALID ? 0 : distance_of(t, value);
   ULong popped = distance - t->loaded_distance;
   t->loaded = origin;
   t->loaded_distance = distance;
   t->registers = 0;
   for (UInt i = 0; i < t->count; i++)
      t->relative[i] = False;
   return again && popped < MOST_POPPED ? SP_LOAD_FURTHER : SP_LOAD;
}

static void put(Temps *t, Int offset, const IRExpr *value)
{
   t->registers &= ~register_bit(offset & ~7);
   if (is_relative(t, value))
      t->registers |= register_bit(offset);
}

/* If the superblock ends only because it has reached its maximum length, then
   return the address of the next instruction; else 0. */
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
      LibVEX_Alloc(n * sizeof *t.origin), LibVEX_Alloc(n * sizeof *t.distance),
      LibVEX_Alloc(n * sizeof *t.relative), n, IRTemp_INVALID, 0, offset_sp,
      registers_at(sb)
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

/* Return the size of the first store to the address in statements [from, to),
   or 0. */
static Int size_stored(const IRSB *sb, const IRExpr *address, Int from, Int to)
{
   for (Int i = from; i < to; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_Store && is_same_atom(st->Ist.Store.addr, address))
         return sizeofIRType(typeOfIRExpr(sb->tyenv, st->Ist.Store.data));
   }
   return 0;
}

/* Return the statement of [from, to) that assigns the temporary, or NULL. */
static const IRStmt *assignment(const IRSB *sb, IRTemp tmp, Int from, Int to)
{
   for (Int i = from; i < to; i++) {
      const IRStmt *st = sb->stmts[i];
      if (st->tag == Ist_WrTmp && st->Ist.WrTmp.tmp == tmp)
         return st;
   }
   return NULL;
}

/* Emit the value of `atom` + `more`, computed only from temporaries that are
   assigned before statements [from, to).  Return NULL if that is not
   possible. */
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

/* A push, or a call, cannot load the stack pointer.  If it seems to, then the
   instruction before it has loaded the stack pointer: VEX has removed that PUT,
   since the push overwrites it.

      mov rsi, rsp      PUT(rsp) = t                                (removed)
      call f            t1 = Sub64(t, 8);  PUT(rsp) = t1;  ST(t1) = ...

   Then the load, of t, comes before the push. */
IRExpr *sp_loads_removed_load(Emit *e, const IRSB *sb, Int mark, Int load,
                              Int next)
{
   IRExpr *sp = sb->stmts[load]->Ist.Put.data;
   Int pushed = size_stored(sb, sp, load + 1, next);

   return pushed == 0 ? NULL
          : atom_before(e, sb, sp, pushed, mark + 1, load);
}

/* VEX removes the PUT of the stack pointer of an instruction if the next
   instruction overwrites it and no memory is accessed in between:

      pop rax           t = LD(rsp);  PUT(rax) = t;  PUT(rsp) = ... (removed)
      mov rax, rsp      PUT(rsp) = t

   So add up how far the instructions since the last PUT move the stack
   pointer. */
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
