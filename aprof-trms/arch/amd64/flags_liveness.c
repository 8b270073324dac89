/* amd64: liveness of the status flags.

   A few instructions are decoded, and only the most frequent kinds of
   instructions are known.  All other instructions count as readers of the
   flags, which is always right: then the flags are kept.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/flags_liveness.h"
#include "arch/amd64/decode.h"
#include "sys/client_memory.h"

enum { MOST_INSNS = 12, MOST_PREFIXES = 3, LONGEST_INSN = 15 };

typedef enum {
   PASSES,       /* neither reads nor writes flags */
   OVERWRITES,   /* writes all flags, and reads none */
   OTHER         /* may read flags, or write some of them */
} Effect;

/* Return the length of ModRM, SIB and displacement. */
static UInt operand_length(const UChar *modrm)
{
   UInt mod = modrm[0] >> 6, rm = modrm[0] & 7, n = 1;

   if (mod == 3)
      return 1;
   if (rm == 4) {
      n++;
      if (mod == 0 && (modrm[1] & 7) == 5)
         return n + 4;
   } else if (mod == 0 && rm == 5)
      return n + 4;
   return mod == 1 ? n + 1 : mod == 2 ? n + 4 : n;
}

static UInt extension(const UChar *modrm)
{
   return modrm[0] >> 3 & 7;
}

/* The program goes on at `past`. */
static Effect passes(const UChar *past, Addr *next)
{
   *next = (Addr)past;
   return PASSES;
}

/* An opcode is followed by ModRM and `immediate` bytes. */
static Effect passes_operand(const UChar *modrm, UInt immediate, Addr *next)
{
   return passes(modrm + operand_length(modrm) + immediate, next);
}

/* add, or, adc, sbb, and, sub, xor, cmp: adc and sbb read the carry. */
static Effect arithmetic(UInt operation)
{
   return operation == 2 || operation == 3 ? OTHER : OVERWRITES;
}

/* shl, shr, sar by a number that is not 0; rotations keep some flags. */
static Effect shift(UInt operation, UInt by)
{
   return (operation == 4 || operation == 5 || operation == 7) && by != 0
          ? OVERWRITES : OTHER;
}

/* The second byte of the opcode is at p. */
static Effect two_byte_opcode(const UChar *p, Addr *next)
{
   switch (*p) {
   case 0x10: case 0x11: case 0x12: case 0x13: case 0x16: case 0x17:
   case 0x28: case 0x29: case 0x2A: case 0x2C: case 0x2D:
   case 0x51: case 0x54: case 0x57: case 0x58: case 0x59: case 0x5A:
   case 0x5C: case 0x5D: case 0x5E: case 0x5F:
   case 0x6E: case 0x6F: case 0x7E: case 0x7F: case 0xD6: case 0xEF:
                                    /* moves and arithmetic of vectors */
   case 0x1E: case 0x1F:            /* endbr64, nop */
   case 0xB6: case 0xB7: case 0xBE: case 0xBF:      /* movzx, movsx */
      return passes_operand(p + 1, 0, next);
   case 0x2E: case 0x2F:            /* ucomis, comis */
   case 0xAF:                       /* imul */
      return OVERWRITES;
   default:
      return OTHER;
   }
}

static Effect effect_of(const DecodedInsn *i, Addr *next)
{
   const UChar *p = i->opcode;
   UInt immediate = (i->prefixes & PREFIX_NARROW) != 0 ? 2 : 4;

   if (*p < 0x40 && (*p & 7) < 6)
      return arithmetic(*p >> 3);
   if (*p >= 0x50 && *p < 0x60)                     /* push, pop */
      return passes(p + 1, next);
   if (*p >= 0xB0 && *p < 0xB8)                     /* mov $, 8 bits */
      return passes(p + 2, next);
   if (*p >= 0xB8 && *p < 0xC0)                     /* mov $ */
      return passes(p + 1 + (i->wide ? 8 : immediate), next);
   switch (*p) {
   case 0x0F:
      return two_byte_opcode(p + 1, next);
   case 0x63: case 0x88: case 0x89: case 0x8A: case 0x8B: case 0x8D:
      return passes_operand(p + 1, 0, next);        /* movsxd, mov, lea */
   case 0xC6:                                       /* mov $ to memory */
      return extension(p + 1) == 0 ? passes_operand(p + 1, 1, next) : OTHER;
   case 0xC7:
      return extension(p + 1) == 0 ? passes_operand(p + 1, immediate, next)
                                   : OTHER;
   case 0x90: case 0x98: case 0x99: case 0xC9:  /* nop, cltq, cqto, leave */
      return passes(p + 1, next);
   case 0x6A:                                       /* push $ */
      return passes(p + 2, next);
   case 0x68:
      return passes(p + 1 + immediate, next);
   case 0x69: case 0x6B:                            /* imul */
   case 0x84: case 0x85: case 0xA8: case 0xA9:      /* test */
      return OVERWRITES;
   case 0x80: case 0x81: case 0x83:
      return arithmetic(extension(p + 1));
   case 0xC0: case 0xC1:
      return (p[1] & 0xC0) == 0xC0 ? shift(extension(p + 1), p[2] & 31)
                                   : OTHER;
   case 0xD0: case 0xD1:
      return shift(extension(p + 1), 1);
   case 0xF6: case 0xF7: {
      UInt operation = extension(p + 1);   /* test, not, neg, mul, imul, div */
      return operation == 2 ? passes_operand(p + 1, 0, next)
             : operation < 6 ? OVERWRITES : OTHER;
   }
   case 0xE8: case 0xE9:                            /* call, jmp */
      return passes(p + 5 + decode_word(p + 1), next);
   case 0xEB:
      return passes(p + 2 + (signed char)p[1], next);
   default:
      return OTHER;
   }
}

/* Has the instruction few prefixes, which change nothing but its operands? */
static Bool is_known(const DecodedInsn *i)
{
   return i->opcode != NULL && i->prefix_count <= MOST_PREFIXES
          && (i->prefixes & (PREFIX_OTHER | PREFIX_ADDRESS)) == 0;
}

/* Is the code at the address constant, as far as any instruction there can
   reach: in a mapping of a file that can be executed, but not written to?  *s:
   the segment of the last address, or NULL. */
static Bool is_constant(Addr code, const NSegment **s)
{
   if (*s == NULL || code < (*s)->start || code > (*s)->end)
      *s = VG_(am_find_nsegment)(code);
   return *s != NULL && (*s)->kind == SkFileC && (*s)->hasX && !(*s)->hasW
          && (*s)->end - code > 2 * LONGEST_INSN
          && client_memory_has_code(code, 2 * LONGEST_INSN);
}

Bool flags_liveness_are_dead(Addr code)
{
   const NSegment *segment = NULL;

   for (UInt n = 0; n < MOST_INSNS && is_constant(code, &segment); n++) {
      DecodedInsn i = decode_insn(code, LONGEST_INSN);
      Effect effect = is_known(&i) ? effect_of(&i, &code) : OTHER;
      if (effect != PASSES)
         return effect == OVERWRITES;
   }
   return False;
}
