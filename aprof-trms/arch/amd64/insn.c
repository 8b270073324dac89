/* amd64: kinds of instructions that VEX's translation does not show.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/insn.h"
#include "arch/amd64/decode.h"

Bool insn_is_jump(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;

   if (op == NULL)
      return False;
   return (op[0] >= 0x70 && op[0] <= 0x7F)       /* jcc rel8 */
          || (op[0] >= 0xE0 && op[0] <= 0xE3)    /* loop, jrcxz */
          || op[0] == 0xE9 || op[0] == 0xEB      /* jmp */
          || (op[0] == 0xFF && (op[1] & 0x38) == 0x20)   /* jmp *r/m64 */
          || (op[0] == 0x0F && op[1] >= 0x80 && op[1] <= 0x8F);
}

Bool insn_is_call(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;

   return op != NULL && (op[0] == 0xE8
                         || (op[0] == 0xFF && (op[1] & 0x38) == 0x10));
}

Bool insn_is_filler(Addr insn, UInt length)
{
   DecodedInsn i = decode_insn(insn, length);
   const UChar *op = i.opcode;

   return op != NULL
          && ((op[0] == 0x90 && (i.prefixes & PREFIX_REP) == 0)  /* nop */
              || (op[0] == 0x0F && op[1] == 0x1F)   /* nop with an operand */
              || op[0] == 0xCC);                    /* int3 */
}

/* VPGATHER and VGATHER: C4, map 0F38, 90 to 93. */
Bool insn_gathers(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;

   return op != NULL && op[0] == 0xC4 && (op[1] & 0x1F) == 2
          && (op[3] & 0xFC) == 0x90;
}

Bool insn_is_repeated(Addr insn, UInt length)
{
   DecodedInsn i = decode_insn(insn, length);
   const UChar *op = i.opcode;

   return op != NULL && (i.prefixes & (PREFIX_REP | PREFIX_REPNE)) != 0
          && ((op[0] >= 0xA4 && op[0] <= 0xA7)      /* movs, cmps */
              || (op[0] >= 0xAA && op[0] <= 0xAF)); /* stos, lods, scas */
}
