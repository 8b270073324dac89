/* amd64: which code overwrites the status flags before it looks at them.

   A few instructions are looked at, and only the most frequent kinds of them
   are known.  Of all others it is said that they look at flags.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_flags.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"

#if !defined(VGP_amd64_linux)
#  error "this file is for amd64-linux"
#endif

enum { MOST_INSNS = 12, MOST_PREFIXES = 3, LONGEST_INSN = 15 };

typedef enum {
   PASSES,       /* neither reads nor writes flags; its length is known */
   FOLLOW,       /* likewise, but goes elsewhere */
   OVERWRITES,   /* all of them, reading none */
   OTHER
} Effect;

typedef struct {
   const UChar *opcode;
   Bool narrow;           /* 66: immediate operands of 2 bytes */
   Bool wide;             /* REX.W: `mov` has an immediate of 8 bytes */
   UInt length;           /* set where it passes */
   Addr target;           /* set where it is to be followed */
} Insn;

/* The length of ModRM, SIB and displacement. */
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

static Effect passes(Insn *i, const UChar *past)
{
   i->length = past - i->opcode;
   return PASSES;
}

/* op ModRM, and behind it this many bytes. */
static Effect passes_operand(Insn *i, const UChar *modrm, UInt immediate)
{
   return passes(i, modrm + operand_length(modrm) + immediate);
}

static Effect goes_to(Insn *i, const UChar *past, Int displacement)
{
   i->target = (Addr)past + displacement;
   return FOLLOW;
}

static Int word_at(const UChar *p)
{
   Int word;

   VG_(memcpy)(&word, p, sizeof word);
   return word;
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

static Effect two_byte_opcode(Insn *i)
{
   const UChar *p = i->opcode + 1;

   switch (*p) {
   case 0x10: case 0x11: case 0x12: case 0x13: case 0x16: case 0x17:
   case 0x28: case 0x29: case 0x2A: case 0x2C: case 0x2D:
   case 0x51: case 0x54: case 0x57: case 0x58: case 0x59: case 0x5A:
   case 0x5C: case 0x5D: case 0x5E: case 0x5F:
   case 0x6E: case 0x6F: case 0x7E: case 0x7F: case 0xD6: case 0xEF:
                                    /* moves and arithmetic of vectors */
   case 0x1E: case 0x1F:            /* endbr64, nop */
   case 0xB6: case 0xB7: case 0xBE: case 0xBF:      /* movzx, movsx */
      return passes_operand(i, p + 1, 0);
   case 0x2E: case 0x2F:            /* ucomis, comis */
   case 0xAF:                       /* imul */
      return OVERWRITES;
   default:
      return OTHER;
   }
}

static Effect effect_of(Insn *i)
{
   const UChar *p = i->opcode;
   UInt immediate = i->narrow ? 2 : 4;

   if (*p < 0x40 && (*p & 7) < 6)
      return arithmetic(*p >> 3);
   if (*p >= 0x50 && *p < 0x60)                     /* push, pop */
      return passes(i, p + 1);
   if (*p >= 0xB0 && *p < 0xB8)                     /* mov $, 8 bits */
      return passes(i, p + 2);
   if (*p >= 0xB8 && *p < 0xC0)                     /* mov $ */
      return passes(i, p + 1 + (i->wide ? 8 : immediate));
   switch (*p) {
   case 0x0F:
      return two_byte_opcode(i);
   case 0x63: case 0x88: case 0x89: case 0x8A: case 0x8B: case 0x8D:
      return passes_operand(i, p + 1, 0);           /* movsxd, mov, lea */
   case 0xC6:                                       /* mov $ to memory */
      return extension(p + 1) == 0 ? passes_operand(i, p + 1, 1) : OTHER;
   case 0xC7:
      return extension(p + 1) == 0 ? passes_operand(i, p + 1, immediate)
                                   : OTHER;
   case 0x90: case 0x98: case 0x99: case 0xC9:  /* nop, cltq, cqto, leave */
      return passes(i, p + 1);
   case 0x6A:                                       /* push $ */
      return passes(i, p + 2);
   case 0x68:
      return passes(i, p + 5);
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
      return operation == 2 ? passes_operand(i, p + 1, 0)
             : operation < 6 ? OVERWRITES : OTHER;
   }
   case 0xE8: case 0xE9:                            /* call, jmp */
      return goes_to(i, p + 5, word_at(p + 1));
   case 0xEB:
      return goes_to(i, p + 2, (signed char)p[1]);
   default:
      return OTHER;
   }
}

/* Prefixes, of which there are few: of segments, 16 bits, repetition. */
static Bool is_prefix(UChar byte)
{
   return byte == 0x2E || byte == 0x64 || byte == 0x66 || byte == 0xF2
          || byte == 0xF3;
}

static Insn insn_at(Addr a)
{
   const UChar *p = (const UChar *)a;
   Insn i = { .narrow = False, .wide = False };

   for (UInt n = 0; n < MOST_PREFIXES && is_prefix(*p); n++)
      if (*p++ == 0x66)
         i.narrow = True;
   if ((*p & 0xF0) == 0x40)
      i.wide = (*p++ & 8) != 0;
   i.opcode = p;
   return i;
}

/* Is this a file's code, which nobody can write to, up to behind any
   instruction?  *s: the segment that was looked at last. */
static Bool is_constant(Addr code, const NSegment **s)
{
   if (*s == NULL || code < (*s)->start || code > (*s)->end)
      *s = VG_(am_find_nsegment)(code);
   return *s != NULL && (*s)->kind == SkFileC && (*s)->hasX && !(*s)->hasW
          && (*s)->end - code > 2 * LONGEST_INSN;
}

Bool ap_flags_are_overwritten(Addr code)
{
   const NSegment *segment = NULL;

   for (UInt n = 0; n < MOST_INSNS && is_constant(code, &segment); n++) {
      Insn i = insn_at(code);
      switch (effect_of(&i)) {
      case PASSES:
         code = (Addr)i.opcode + i.length;
         break;
      case FOLLOW:
         code = i.target;
         break;
      case OVERWRITES:
         return True;
      default:
         return False;
      }
   }
   return False;
}

Bool ap_flags_include(Int offset, Int size)
{
   return offset + size > (Int)offsetof(VexGuestAMD64State, guest_CC_OP)
          && offset < (Int)offsetof(VexGuestAMD64State, guest_CC_NDEP) + 8;
}
