/* amd64: an instruction's prefixes and opcode.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/amd64/decode.h"

DecodedInsn decode_insn(Addr a, UInt n)
{
   const UChar *p = (const UChar *)a, *end = p + n;
   DecodedInsn i = { NULL, 0, 0, False };

   for (; p < end; p++) {
      UInt prefix;
      switch (*p) {
      case 0x66: prefix = PREFIX_NARROW; break;
      case 0xF3: prefix = PREFIX_REP; break;
      case 0xF2: prefix = PREFIX_REPNE; break;
      case 0x2E: case 0x64: prefix = PREFIX_CS_FS; break;
      case 0x67: prefix = PREFIX_ADDRESS; break;
      case 0x26: case 0x36: case 0x3E: case 0x65: case 0xF0:
         prefix = PREFIX_OTHER;
         break;
      default:
         if ((*p & 0xF0) == 0x40) {    /* REX; it counts as the last prefix */
            i.wide = (*p & 8) != 0;
            continue;
         }
         i.opcode = p;
         return i;
      }
      i.prefixes |= prefix;
      i.prefix_count++;
      i.wide = False;
   }
   return i;
}
