/* amd64: the tables that the jumps of a `switch` read.

      cmp $5, %ecx             the greatest index; or sub, without optimization
      ja default
      lea table(%rip), %rdx    may stand far before
      movslq (%rdx,%rcx,4), %rax
      add %rdx, %rax
      jmp *%rax                or, without position-independent code:
      jmp *table(,%rcx,8)

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/jump_table.h"
#include "arch/amd64/decode.h"

/* A larger constant is not that of a `switch`. */
enum { MOST_CASES = 4096 };

enum { REX_B = 1, REX_R = 4 };

/* Does the instruction, one of a group of several operations, compare?  Without
   optimization a subtraction does, whose result is not used; one from the stack
   pointer makes room. */
static Bool compares(UChar modrm)
{
   return (modrm & 0x38) == 0x38 || ((modrm & 0x38) == 0x28 && modrm != 0xEC);
}

/* Return the constant that the instruction compares something with, or 0. */
static UInt compared_with(const UChar *op, const UChar *end)
{
   Int constant;

   if (op[0] == 0x3C || op[0] == 0x2C
       || ((op[0] == 0x80 || op[0] == 0x83) && compares(op[1])))
      constant = (Char)end[-1];
   else if ((op[0] == 0x3D || op[0] == 0x2D
             || (op[0] == 0x81 && compares(op[1])))
            && end - op >= 5)
      constant = decode_word(end - 4);
   else
      return 0;
   return constant > 0 && constant < MOST_CASES ? constant : 0;
}

static Bool is_above_or_not(const UChar *op)
{
   return (op[0] & 0xFE) == 0x76 || (op[0] == 0x0F && (op[1] & 0xFE) == 0x86);
}

void jump_table_see(JumpTableSearch *search, Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;
   const UChar *start = (const UChar *)insn, *end = start + length;
   UChar rex;
   UInt compared;

   if (op == NULL || op + 1 >= end)
      return;
   rex = op > start && (op[-1] & 0xF0) == 0x40 ? op[-1] : 0;
   compared = compared_with(op, end);
   if (compared > 0)
      search->compared = compared;
   else if (is_above_or_not(op)) {
      search->most = search->compared;
      search->compared = 0;
   } else if (op[0] == 0x8D && (op[1] & 0xC7) == 5)      /* lea d(%rip), r */
      search->address[(op[1] >> 3 & 7) | (rex & REX_R ? 8 : 0)] =
         insn + length + decode_word(op + 2);
   else if (op[0] == 0x63 && (op[1] & 7) == 4 && (op[1] >> 6) < 2
            && (op[2] >> 6) == 2)                        /* movslq (b,i,4), r */
      search->base = search->address[(op[2] & 7) | (rex & REX_B ? 8 : 0)];
}

Bool jump_table_of(const JumpTableSearch *search, Addr insn, UInt length,
                   JumpTable *found)
{
   const UChar *op = decode_insn(insn, length).opcode;

   if (op == NULL || op[0] != 0xFF || (op[1] & 0x38) != 0x20
       || search->most == 0)
      return False;
   if (op[1] == 0x24 && (op[2] & 0xC7) == 0xC5)          /* jmp *d(,i,8) */
      *found = (JumpTable){ (Addr)(Word)decode_word(op + 3), search->most + 1,
                            8 };
   else if (op[1] >> 6 == 3 && search->base != 0)        /* jmp *r */
      *found = (JumpTable){ search->base, search->most + 1, 4 };
   else
      return False;
   return True;
}
