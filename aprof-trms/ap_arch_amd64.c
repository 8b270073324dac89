/* amd64 Linux: the few instructions that the tool knows by their bytes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_arch.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"

#if !defined(VGP_amd64_linux)
#  error "this file is for amd64-linux"
#endif

/* The longest PLT pattern: endbr64, push imm32, bnd jmp rel32. */
enum { PLT_BYTES = 16 };

static Bool readable(Addr a, SizeT n)
{
   return VG_(am_is_valid_for_client)(a, n, VKI_PROT_READ);
}

static const UChar *skip_endbr(const UChar *p)
{
   return p[0] == 0xF3 && p[1] == 0x0F && p[2] == 0x1E && p[3] == 0xFA
          ? p + 4 : p;
}

static const UChar *skip_bnd(const UChar *p)
{
   return p[0] == 0xF2 ? p + 1 : p;
}

static Bool is_slot_jump(const UChar *p)    /* [bnd] jmp *disp32(%rip) */
{
   p = skip_bnd(p);
   return p[0] == 0xFF && p[1] == 0x25;
}

/* push disp32(%rip); [bnd] jmp *disp32(%rip) */
static Bool is_head(const UChar *p)
{
   return p[0] == 0xFF && p[1] == 0x35 && is_slot_jump(p + 6);
}

static Bool is_jump_to_head(const UChar *p)    /* [bnd] jmp rel32 */
{
   Int displacement;

   p = skip_bnd(p);
   if (p[0] != 0xE9)
      return False;
   VG_(memcpy)(&displacement, p + 1, 4);
   const UChar *target = p + 5 + displacement;
   return readable((Addr)target, PLT_BYTES) && is_head(target);
}

ApPltPart ap_arch_plt_part(Addr code)
{
   const UChar *p = (const UChar *)code;

   if (!readable(code, PLT_BYTES))
      return PLT_NONE;
   if (is_head(p))
      return PLT_HEAD;
   if (is_slot_jump(p))
      return PLT_STUB;
   if (is_jump_to_head(p))
      return PLT_INDEX;
   p = skip_endbr(p);
   if (is_slot_jump(p))
      return PLT_STUB;
   if (p[0] == 0x68 && is_jump_to_head(p + 5))
      return PLT_INDEX;
   return PLT_NONE;
}

const Addr *ap_arch_plt_slot(Addr code)
{
   const UChar *p = (const UChar *)code;
   Int displacement;

   if (!readable(code, PLT_BYTES))
      return NULL;
   p = skip_endbr(p);
   if (!is_slot_jump(p))
      return NULL;
   p = skip_bnd(p);
   VG_(memcpy)(&displacement, p + 2, 4);
   const Addr *slot = (const Addr *)(p + 6 + displacement);
   return readable((Addr)slot, sizeof *slot) ? slot : NULL;
}

/* The opcode behind legacy and REX prefixes; *repeat tells F2 or F3. */
static const UChar *opcode(Addr insn, UInt length, Bool *repeat)
{
   const UChar *p = (const UChar *)insn, *end = p + length;

   *repeat = False;
   for (; p < end; p++) {
      switch (*p) {
      case 0xF2: case 0xF3:
         *repeat = True;
         continue;
      case 0x2E: case 0x36: case 0x3E: case 0x26: case 0x64: case 0x65:
      case 0x66: case 0x67: case 0xF0:
         continue;
      default:
         if ((*p & 0xF0) == 0x40)    /* REX */
            continue;
         return p;
      }
   }
   return NULL;
}

Bool ap_arch_is_jump(Addr insn, UInt length)
{
   Bool repeat;
   const UChar *op = opcode(insn, length, &repeat);

   if (op == NULL)
      return False;
   return (op[0] >= 0x70 && op[0] <= 0x7F)       /* jcc rel8 */
          || (op[0] >= 0xE0 && op[0] <= 0xE3)    /* loop, jrcxz */
          || op[0] == 0xE9 || op[0] == 0xEB      /* jmp */
          || (op[0] == 0xFF && (op[1] & 0x38) == 0x20)   /* jmp *r/m64 */
          || (op[0] == 0x0F && op[1] >= 0x80 && op[1] <= 0x8F);
}

Bool ap_arch_is_repeated(Addr insn, UInt length)
{
   Bool repeat;
   const UChar *op = opcode(insn, length, &repeat);

   return op != NULL && repeat
          && ((op[0] >= 0xA4 && op[0] <= 0xA7)      /* movs, cmps */
              || (op[0] >= 0xAA && op[0] <= 0xAF)); /* stos, lods, scas */
}

#define OFFSET(name) ((Int)offsetof(VexGuestAMD64State, guest_##name))

enum { WORDS = 16, WORD = 8, VECTOR = 16 };

/* [REX] A4 movsb, A5 movs, AA stosb, AB stos behind F3, and behind 66 in 16
   bits. */
Bool ap_arch_string(Addr insn, UInt length, ApString *s)
{
   const UChar *p = (const UChar *)insn, *end = p + length;
   Bool repeat = False, narrow = False, wide = False;

   for (; p < end - 1 && (*p == 0xF3 || *p == 0x66); p++)
      if (*p == 0xF3)
         repeat = True;
      else
         narrow = True;
   if (p < end - 1 && (*p & 0xF0) == 0x40)
      wide = (*p++ & 8) != 0;
   if (!repeat || p != end - 1
       || (*p != 0xA4 && *p != 0xA5 && *p != 0xAA && *p != 0xAB))
      return False;
   s->copies = *p <= 0xA5;
   s->size = (*p & 1) == 0 ? 1 : wide ? 8 : narrow ? 2 : 4;
   return True;
}

Bool ap_arch_string_state(const void *guest, ApString *s)
{
   const VexGuestAMD64State *g = guest;

   s->to = g->guest_RDI;
   s->from = g->guest_RSI;
   s->value = g->guest_RAX;
   s->count = g->guest_RCX;
   return g->guest_DFLAG == 1;
}

void ap_arch_string_advance(void *guest, const ApString *s, ULong n)
{
   VexGuestAMD64State *g = guest;

   g->guest_RCX = s->count - n;
   g->guest_RDI = s->to + n * s->size;
   if (s->copies)
      g->guest_RSI = s->from + n * s->size;
}

Int ap_arch_string_count(void)
{
   return OFFSET(RCX);
}

static void effect(IRDirty *d, IREffect fx, Int offset)
{
   d->fxState[d->nFxState].fx = fx;
   d->fxState[d->nFxState].offset = offset;
   d->fxState[d->nFxState].size = WORD;
   d->nFxState++;
}

void ap_arch_string_effects(IRDirty *d)
{
   VG_(memset)(d->fxState, 0, sizeof d->fxState);
   d->nFxState = 0;
   effect(d, Ifx_Modify, OFFSET(RCX));
   effect(d, Ifx_Modify, OFFSET(RSI));
   effect(d, Ifx_Modify, OFFSET(RDI));
   effect(d, Ifx_Read, OFFSET(RAX));
   effect(d, Ifx_Read, OFFSET(DFLAG));
}

_Static_assert(OFFSET(R15) == OFFSET(RAX) + (WORDS - 1) * WORD
               && OFFSET(YMM15) == OFFSET(YMM0) + 15 * 2 * VECTOR,
               "registers of a kind lie side by side");
_Static_assert(AP_REGISTERS == WORDS + 16 * 2, "and these are all");

Int ap_arch_register_start(Int number)
{
   return number < WORDS ? OFFSET(RAX) + number * WORD
                         : OFFSET(YMM0) + (number - WORDS) * VECTOR;
}

Int ap_arch_register_size(Int number)
{
   return number < WORDS ? WORD : VECTOR;
}

Int ap_arch_register(Int offset, Int size)
{
   Int number = -1;

   if (offset >= OFFSET(RAX) && offset < OFFSET(RAX) + WORDS * WORD)
      number = (offset - OFFSET(RAX)) / WORD;
   else if (offset >= OFFSET(YMM0) && offset < OFFSET(YMM15) + 2 * VECTOR)
      number = WORDS + (offset - OFFSET(YMM0)) / VECTOR;
   if (number < 0 || offset + size > ap_arch_register_start(number)
                                     + ap_arch_register_size(number))
      return -1;
   return number;
}
