/* amd64: repeated string instructions that fill or copy memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/string_insn.h"
#include "arch/amd64/decode.h"
#include "arch/amd64/offsets.h"

/* A4 movsb, A5 movs, AA stosb, AB stos behind F3, with its usual operands. */
Bool string_insn_decode(Addr insn, UInt length, StringInsn *s)
{
   DecodedInsn i = decode_insn(insn, length);

   if (i.opcode == NULL
       || (i.prefixes & ~(UInt)PREFIX_NARROW) != PREFIX_REP)
      return False;
   switch (*i.opcode) {
   case 0xA4: case 0xA5: s->copies = True; break;
   case 0xAA: case 0xAB: s->copies = False; break;
   default: return False;
   }
   s->size = (*i.opcode & 1) == 0 ? 1 : i.wide ? 8
             : (i.prefixes & PREFIX_NARROW) != 0 ? 2 : 4;
   return True;
}

Bool string_insn_read_state(const void *guest, StringInsn *s)
{
   const VexGuestAMD64State *g = guest;

   s->to = g->guest_RDI;
   s->from = g->guest_RSI;
   s->value = g->guest_RAX;
   s->count = g->guest_RCX;
   return g->guest_DFLAG == 1;
}

void string_insn_advance(void *guest, const StringInsn *s, ULong n)
{
   VexGuestAMD64State *g = guest;

   g->guest_RCX = s->count - n;
   g->guest_RDI = s->to + n * s->size;
   if (s->copies)
      g->guest_RSI = s->from + n * s->size;
}

Int string_insn_count_offset(void)
{
   return AMD64_OFFSET(RCX);
}

void string_insn_effects(IRDirty *d, GuestLayoutEffect *effect)
{
   effect(d, Ifx_Modify, AMD64_OFFSET(RCX), AMD64_WORD);
   effect(d, Ifx_Modify, AMD64_OFFSET(RSI), AMD64_WORD);
   effect(d, Ifx_Modify, AMD64_OFFSET(RDI), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(RAX), AMD64_WORD);
   effect(d, Ifx_Read, AMD64_OFFSET(DFLAG), AMD64_WORD);
}
