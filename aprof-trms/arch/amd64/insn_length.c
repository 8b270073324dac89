/* amd64: lengths of instructions, and targets of jumps.

   AMD64 Architecture Programmer's Manual, volume 3, appendix A (opcode maps)
   and volume 4 and 6 (VEX, EVEX).  Only what decides the length stands here:
   whether there is a ModRM byte, and how long the constant behind it is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/insn.h"
#include "arch/amd64/decode.h"

/* What follows the opcode. */
enum {
   NONE = 0,
   MODRM = 1,
   BYTE = 2,         /* a constant of 1 byte */
   WORD = 4,         /* of 2 bytes */
   OPERAND = 8,      /* of 4 bytes, or 2 with the prefix 66 */
   JUMP = 16,        /* of 4 bytes: the distance of a jump */
   FULL = 32,        /* OPERAND, or 8 bytes with REX.W */
   ADDRESS = 64,     /* of 8 bytes, or 4 with the prefix 67 */
   UNKNOWN = 128
};

static UInt one_byte_opcode(UChar op)
{
   if (op < 0x40)
      switch (op & 7) {
      case 4: return BYTE;
      case 5: return OPERAND;
      case 6: case 7: return UNKNOWN;
      default: return MODRM;
      }
   if (op < 0x80)
      switch (op) {
      case 0x63: return MODRM;
      case 0x68: return OPERAND;
      case 0x69: return MODRM | OPERAND;
      case 0x6A: return BYTE;
      case 0x6B: return MODRM | BYTE;
      case 0x60: case 0x61: case 0x62: return UNKNOWN;
      default: return op >= 0x70 ? BYTE : NONE;
      }
   switch (op) {
   case 0x80: case 0x83: case 0xC0: case 0xC1: case 0xC6:
      return MODRM | BYTE;
   case 0x81: case 0xC7:
      return MODRM | OPERAND;
   case 0x84: case 0x85: case 0x86: case 0x87: case 0x88: case 0x89: case 0x8A:
   case 0x8B: case 0x8C: case 0x8D: case 0x8E: case 0x8F: case 0xD0: case 0xD1:
   case 0xD2: case 0xD3: case 0xD8: case 0xD9: case 0xDA: case 0xDB: case 0xDC:
   case 0xDD: case 0xDE: case 0xDF: case 0xFE: case 0xFF:
   case 0xF6: case 0xF7:                /* some have a constant: see below */
      return MODRM;
   case 0xA0: case 0xA1: case 0xA2: case 0xA3:
      return ADDRESS;
   case 0xA8: case 0xB0: case 0xB1: case 0xB2: case 0xB3: case 0xB4: case 0xB5:
   case 0xB6: case 0xB7: case 0xCD: case 0xE0: case 0xE1: case 0xE2: case 0xE3:
   case 0xE4: case 0xE5: case 0xE6: case 0xE7: case 0xEB:
      return BYTE;
   case 0xA9:
      return OPERAND;
   case 0xB8: case 0xB9: case 0xBA: case 0xBB: case 0xBC: case 0xBD: case 0xBE:
   case 0xBF:
      return FULL;
   case 0xC2: case 0xCA:
      return WORD;
   case 0xC8:
      return WORD | BYTE;
   case 0xE8: case 0xE9:
      return JUMP;
   case 0x82: case 0x9A: case 0xCE: case 0xD4: case 0xD5: case 0xD6: case 0xEA:
      return UNKNOWN;
   default:
      return NONE;
   }
}

/* Behind 0F. */
static UInt two_byte_opcode(UChar op)
{
   switch (op) {
   case 0x05: case 0x06: case 0x07: case 0x08: case 0x09: case 0x0B: case 0x0E:
   case 0x30: case 0x31: case 0x32: case 0x33: case 0x34: case 0x35: case 0x37:
   case 0x77: case 0xA0: case 0xA1: case 0xA2: case 0xA8: case 0xA9: case 0xAA:
   case 0xC8: case 0xC9: case 0xCA: case 0xCB: case 0xCC: case 0xCD: case 0xCE:
   case 0xCF:
      return NONE;
   case 0x04: case 0x0A: case 0x0C: case 0x24: case 0x25: case 0x26: case 0x27:
   case 0x36: case 0x39: case 0x3B: case 0x3C: case 0x3D: case 0x3E: case 0x3F:
      return UNKNOWN;
   case 0x0F: case 0x70: case 0x71: case 0x72: case 0x73: case 0xA4: case 0xAC:
   case 0xBA: case 0xC2: case 0xC4: case 0xC5: case 0xC6:
      return MODRM | BYTE;
   default:
      return op >= 0x80 && op <= 0x8F ? JUMP : MODRM;
   }
}

/* Bytes of a ModRM byte and what belongs to it. */
static UInt modrm_length(const UChar *p, UInt most)
{
   UInt mod = p[0] >> 6, rm = p[0] & 7, n = 1;

   if (mod == 3)
      return n;
   if (rm == 4) {
      n++;                                        /* SIB */
      if (mod == 0 && most > 1 && (p[1] & 7) == 5)
         n += 4;
   }
   if (mod == 1)
      n += 1;
   else if (mod == 2 || (mod == 0 && rm == 5))
      n += 4;
   return n;
}

typedef struct {
   const UChar *p, *end;        /* behind the opcode */
   UInt what;
} Opcode;

/* VEX (C4, C5) and EVEX (62): the map, and the opcode behind. */
static Opcode vex_opcode(const UChar *p, const UChar *end)
{
   UInt bytes = p[0] == 0xC5 ? 2 : p[0] == 0xC4 ? 3 : 4;
   UInt map = p[0] == 0xC5 ? 1 : p[1] & (p[0] == 0xC4 ? 0x1F : 7);
   Opcode o = { p + bytes + 1, end, MODRM };

   if (p + bytes >= end) {
      o.what = UNKNOWN;
      return o;
   }
   if (map == 3)
      o.what = MODRM | BYTE;
   else if (map == 1)
      o.what = p[bytes] == 0x77 && p[0] != 0x62
               ? NONE : MODRM | (two_byte_opcode(p[bytes]) & BYTE);
   return o;
}

static Opcode opcode_of(const UChar *p, const UChar *end)
{
   Opcode o = { p + 1, end, UNKNOWN };

   if (p[0] == 0xC4 || p[0] == 0xC5 || p[0] == 0x62)
      return vex_opcode(p, end);
   if (p[0] != 0x0F) {
      o.what = one_byte_opcode(p[0]);
      return o;
   }
   o.p = p + 2;
   o.what = two_byte_opcode(p[1]);
   if (p[1] == 0x38 || p[1] == 0x3A) {
      o.p = p + 3;
      o.what = MODRM | (p[1] == 0x3A ? BYTE : 0);
   }
   return o;
}

/* test has a constant: F6 and F7, /0 and /1. */
static Bool is_test(const UChar *op)
{
   return (op[0] == 0xF6 || op[0] == 0xF7) && (op[1] & 0x30) == 0;
}

UInt insn_length(Addr insn, UInt most)
{
   const UChar *start = (const UChar *)insn, *end = start + most;
   DecodedInsn i = decode_insn(insn, most);
   const UChar *op = i.opcode;
   Bool narrow = (i.prefixes & PREFIX_NARROW) != 0 && !i.wide;

   if (op == NULL || op + 1 >= end)
      return op != NULL && one_byte_opcode(*op) == NONE ? op + 1 - start : 0;
   Opcode o = opcode_of(op, end);
   if (o.what & UNKNOWN)
      return 0;
   if (o.what & MODRM) {
      if (o.p >= end)
         return 0;
      if (is_test(op))
         o.what |= op[0] == 0xF6 ? BYTE : OPERAND;
      o.p += modrm_length(o.p, end - o.p);
   }
   UInt n = o.p - start;
   if (o.what & BYTE)
      n += 1;
   if (o.what & WORD)
      n += 2;
   if (o.what & OPERAND)
      n += narrow ? 2 : 4;
   if (o.what & JUMP)
      n += 4;
   if (o.what & FULL)
      n += i.wide ? 8 : narrow ? 2 : 4;
   if (o.what & ADDRESS)
      n += i.prefixes & PREFIX_ADDRESS ? 4 : 8;
   return n <= most ? n : 0;
}

Bool insn_jump_target(Addr insn, UInt length, Addr *target)
{
   const UChar *op = decode_insn(insn, length).opcode;

   if (op == NULL)
      return False;
   if ((op[0] >= 0x70 && op[0] <= 0x7F) || (op[0] >= 0xE0 && op[0] <= 0xE3)
       || op[0] == 0xEB)
      *target = insn + length + (Char)op[1];
   else if (op[0] == 0xE9 || (op[0] == 0x0F && op[1] >= 0x80 && op[1] <= 0x8F))
      *target = insn + length + decode_word(op + (op[0] == 0xE9 ? 1 : 2));
   else
      return False;
   return True;
}

Bool insn_call_target(Addr insn, UInt length, Addr *target)
{
   const UChar *op = decode_insn(insn, length).opcode;

   if (op == NULL || op[0] != 0xE8)
      return False;
   *target = insn + length + decode_word(op + 1);
   return True;
}

Bool insn_is_indirect_jump(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;
   UInt what = op == NULL ? 0 : op[1] >> 3 & 7;

   return op != NULL && op[0] == 0xFF && (what == 4 || what == 5);
}

Bool insn_never_goes_on(Addr insn, UInt length)
{
   const UChar *op = decode_insn(insn, length).opcode;

   if (op == NULL)
      return False;
   return op[0] == 0xEB || op[0] == 0xE9 || op[0] == 0xC2 || op[0] == 0xC3
          || insn_is_indirect_jump(insn, length);
}
