/* What VEX calls a function for, computed in place.

   The mask of a vector's sign bits (pmovmskb), which each step of the C
   library's searches and comparisons ends with, is a call for each 16 bytes.
   Of 8 bytes it is

      Shr64(Mul64(And64(w, 0x8080808080808080), 0x0002040810204081), 56)

   The multiplication adds the word up shifted by 0, 7, ... 49 bits.  Byte i's
   sign, shifted by 7j, comes to bit 8i + 7j + 7.  No two come to one place,
   since 8(i - i') = 7(j' - j) has no other solution for numbers of 0 to 7 than
   equal ones: nothing is carried.  And what comes to bit 56 + i is byte i's,
   shifted by 7(7 - i).

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "vexopt/movemask.h"

static IRExpr *u8(UInt n)
{
   return IRExpr_Const(IRConst_U8(n));
}

/* Of the half of a vector that `half` takes. */
static IRExpr *signs_of(ApEmit *e, IROp half, IRExpr *vector)
{
   IRExpr *word = ap_assign(e, Ity_I64, IRExpr_Unop(half, vector));
   IRExpr *signs = ap_binop(e, Iop_And64, word,
                            ap_word(0x8080808080808080));
   IRExpr *sum = ap_binop(e, Iop_Mul64, signs, ap_word(0x0002040810204081));

   return ap_binop(e, Iop_Shr64, sum, u8(56));
}

static IRStmt *signs_of_vector(ApEmit *e, const IRStmt *st)
{
   IRExpr *vector = st->Ist.WrTmp.data->Iex.Unop.arg;
   IRExpr *low = signs_of(e, Iop_V128to64, vector);
   IRExpr *high = ap_binop(e, Iop_Shl64, signs_of(e, Iop_V128HIto64, vector),
                           u8(8));
   IRExpr *both = ap_binop(e, Iop_Or64, low, high);

   return IRStmt_WrTmp(st->Ist.WrTmp.tmp, IRExpr_Unop(Iop_64to16, both));
}

IRStmt *ap_in_place(ApEmit *e, IRStmt *st)
{
   if (st->tag == Ist_WrTmp && st->Ist.WrTmp.data->tag == Iex_Unop
       && st->Ist.WrTmp.data->Iex.Unop.op == Iop_GetMSBs8x16)
      return signs_of_vector(e, st);
   return st;
}
