/* amd64: how instructions move the stack pointer.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/stack_insn.h"
#include "arch/amd64/decode.h"

Long stack_insn_moves_by(Addr insn, UInt length)
{
   const UChar *p = (const UChar *)insn;
   const UChar *pop = p[0] == 0x41 ? p + 1 : p;

   if (length == (UInt)(pop + 1 - p) && (*pop & 0xF8) == 0x58
       && !(pop == p && *p == 0x5C))
      return sizeof(Addr);                     /* pop, but not to itself */
   if (p[0] != 0x48 || length < 4)
      return 0;
   if (length == 4 && p[1] == 0x83 && p[2] == 0xC4)      /* add imm8 */
      return (Char)p[3];
   if (length == 7 && p[1] == 0x81 && p[2] == 0xC4)      /* add imm32 */
      return decode_word(p + 3);
   if (length == 4 && p[1] == 0x83 && p[2] == 0xEC)      /* sub imm8 */
      return -(Char)p[3];
   if (length == 7 && p[1] == 0x81 && p[2] == 0xEC)      /* sub imm32 */
      return -(Long)decode_word(p + 3);
   if (length == 5 && p[1] == 0x8D && p[2] == 0x64 && p[3] == 0x24)
      return (Char)p[4];                       /* lea disp8(%rsp), %rsp */
   if (length == 8 && p[1] == 0x8D && p[2] == 0xA4 && p[3] == 0x24)
      return decode_word(p + 4);              /* lea disp32(%rsp), %rsp */
   return 0;
}
