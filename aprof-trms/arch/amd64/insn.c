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

/* Does a called routine leave this register as it was?  These are rbx, rbp, r12
   to r15. */
static Bool is_of_caller(UInt number)
{
   return number == 3 || number == 5 || number >= 12;
}

/* The number of a register: three bits of the instruction, and one of its REX
   prefix. */
static UInt number_of(UInt low, UChar rex, UInt bit)
{
   return (low & 7) | ((rex & bit) != 0 ? 8 : 0);
}

enum { REX_B = 1, REX_X = 2, REX_R = 4 };

/* Is the operand in memory at a fixed distance from rsp or rbp? */
static Bool is_in_frame(const UChar *modrm, UChar rex)
{
   UInt mod = modrm[0] >> 6, rm = modrm[0] & 7;

   return mod != 3 && (rex & (REX_B | REX_X)) == 0
          && ((rm == 4 && modrm[1] == 0x24) || (rm == 5 && mod != 0));
}

Bool insn_is_epilogue(Addr insn, UInt length)
{
   DecodedInsn i = decode_insn(insn, length);
   const UChar *op = i.opcode;
   UChar rex = op == NULL || op == (const UChar *)insn
               || (op[-1] & 0xF0) != 0x40 ? 0 : op[-1];

   if (op == NULL)
      return False;
   if ((op[0] & 0xF8) == 0x58)                          /* pop */
      return is_of_caller(number_of(op[0], rex, REX_B));
   if (op[0] == 0xC9)                                   /* leave */
      return True;
   if (!i.wide)
      return False;
   if (op[0] == 0x8B)                                   /* mov m64,r64 */
      return is_in_frame(op + 1, rex)
             && is_of_caller(number_of(op[1] >> 3, rex, REX_R));
   if (op[0] == 0x8D)                                   /* lea m,%rsp */
      return is_in_frame(op + 1, rex)
             && number_of(op[1] >> 3, rex, REX_R) == 4;
   return (op[0] == 0x83 || op[0] == 0x81)              /* add i,%rsp */
          && op[1] == 0xC4 && (rex & REX_B) == 0;
}

Bool insn_is_return(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;

   return op != NULL && (op[0] == 0xC3 || op[0] == 0xC2);
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

Addr insn_constant(Addr insn, UInt length, Bool *is_place)
{
   const DecodedInsn i = decode_insn(insn, length);
   const UChar *op = i.opcode;
   const Addr end = insn + length;

   *is_place = False;
   if (op == NULL || (Addr)op + 5 > end || (i.prefixes & PREFIX_NARROW) != 0)
      return 0;
   const Addr last = (Addr)(Word)decode_word((const UChar *)end - 4);
   if (op[0] == 0xC7 || ((op[0] & 0xF8) == 0xB8 && !i.wide))   /* mov $i32 */
      return last;
   *is_place = op[0] == 0x8B;                                  /* mov */
   return (op[0] == 0x8D || *is_place)                         /* lea */
          && (op[1] & 0xC7) == 0x05 ? end + last : 0;          /* d(%rip) */
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
