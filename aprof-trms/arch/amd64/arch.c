/* amd64 Linux: the few instructions that the tool knows by their bytes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/arch.h"
#include "ir/emit.h"
#include "arch/amd64/insn.h"
#include "sys/segments.h"
#include "libvex_guest_amd64.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_vkiscnums.h"

/* The longest PLT pattern: endbr64, mov imm32, jmp *disp32. */
enum { PLT_BYTES = 16 };

static Bool readable(Addr a, SizeT n)
{
   return VG_(am_is_valid_for_client)(a, n, VKI_PROT_READ)
          && ap_is_backed(a, n);
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

/* mold's stubs load the slot's index first, and its head pushes that. */
static const UChar *skip_index(const UChar *p)   /* mov imm32,%r11d */
{
   return p[0] == 0x41 && p[1] == 0xBB ? p + 6 : p;
}

static Bool is_slot_jump(const UChar *p)    /* [bnd] jmp *disp32(%rip) */
{
   p = skip_bnd(p);
   return p[0] == 0xFF && p[1] == 0x25;
}

/* Is this jump all that a stub does?  Stubs are as long as a table's entry, and
   begin where one does; code without a symbol may end by such a jump elsewhere. */
static Bool is_stub_jump(const UChar *p)
{
   enum { ENDBR = 4, INDEX = 6, ENTRY = 8 };

   if (!is_slot_jump(p))
      return False;
   switch ((Addr)p % ENTRY) {
   case 0: return True;
   case ENDBR: return skip_endbr(p - ENDBR) == p;
   case INDEX: return skip_index(p - INDEX) == p;
   case (ENDBR + INDEX) % ENTRY:
      return (Addr)p % (2 * ENTRY) == ENDBR + INDEX
             && skip_index(skip_endbr(p - ENDBR - INDEX)) == p;
   default: return False;
   }
}

/* push disp32(%rip); [bnd] jmp *disp32(%rip) */
static Bool is_head(const UChar *p)
{
   return p[0] == 0xFF && p[1] == 0x35 && is_slot_jump(p + 6);
}

static Bool pushes_index(const UChar *p)         /* push %r11, at the head */
{
   return p[0] == 0x41 && p[1] == 0x53 && readable((Addr)p, PLT_BYTES)
          && is_head(p + 2);
}

static Bool is_jump_to_head(const UChar *p)    /* [bnd] jmp rel32 */
{
   p = skip_bnd(p);
   if (p[0] != 0xE9)
      return False;
   const UChar *target = p + 5 + ap_insn_word(p + 1);
   return readable((Addr)target, PLT_BYTES) && is_head(target);
}

ApPltPart ap_arch_plt_part(Addr code)
{
   const UChar *p = (const UChar *)code;

   if (!readable(code, PLT_BYTES))
      return PLT_NONE;
   if (is_head(p))
      return PLT_HEAD;
   if (is_stub_jump(p))
      return PLT_STUB;
   if (is_jump_to_head(p))
      return PLT_INDEX;
   p = skip_endbr(p);
   if (is_stub_jump(skip_index(p)))
      return PLT_STUB;
   if ((p[0] == 0x68 && is_jump_to_head(p + 5)) || pushes_index(p))
      return PLT_INDEX;
   return PLT_NONE;
}

const Addr *ap_arch_plt_slot(Addr code)
{
   const UChar *p = (const UChar *)code;

   if (!readable(code, PLT_BYTES))
      return NULL;
   p = skip_index(skip_endbr(p));
   if (!is_slot_jump(p))
      return NULL;
   p = skip_bnd(p);
   const Addr *slot = (const Addr *)(p + 6 + ap_insn_word(p + 2));
   return readable((Addr)slot, sizeof *slot) ? slot : NULL;
}

ApInsn ap_insn_at(Addr a, UInt n)
{
   const UChar *p = (const UChar *)a, *end = p + n;
   ApInsn i = { NULL, 0, 0, False };

   for (; p < end; p++) {
      UInt prefix;
      switch (*p) {
      case 0x66: prefix = PREFIX_NARROW; break;
      case 0xF3: prefix = PREFIX_REP; break;
      case 0xF2: prefix = PREFIX_REPNE; break;
      case 0x2E: case 0x64: prefix = PREFIX_CS_FS; break;
      case 0x26: case 0x36: case 0x3E: case 0x65: case 0x67: case 0xF0:
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

Long ap_arch_moves_stack(Addr insn, UInt length)
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
      return ap_insn_word(p + 3);
   if (length == 4 && p[1] == 0x83 && p[2] == 0xEC)      /* sub imm8 */
      return -(Char)p[3];
   if (length == 7 && p[1] == 0x81 && p[2] == 0xEC)      /* sub imm32 */
      return -(Long)ap_insn_word(p + 3);
   if (length == 5 && p[1] == 0x8D && p[2] == 0x64 && p[3] == 0x24)
      return (Char)p[4];                       /* lea disp8(%rsp), %rsp */
   if (length == 8 && p[1] == 0x8D && p[2] == 0xA4 && p[3] == 0x24)
      return ap_insn_word(p + 4);              /* lea disp32(%rsp), %rsp */
   return 0;
}

Bool ap_arch_is_jump(Addr insn, UInt length)
{
   const UChar *op = ap_insn_at(insn, length).opcode;

   if (op == NULL)
      return False;
   return (op[0] >= 0x70 && op[0] <= 0x7F)       /* jcc rel8 */
          || (op[0] >= 0xE0 && op[0] <= 0xE3)    /* loop, jrcxz */
          || op[0] == 0xE9 || op[0] == 0xEB      /* jmp */
          || (op[0] == 0xFF && (op[1] & 0x38) == 0x20)   /* jmp *r/m64 */
          || (op[0] == 0x0F && op[1] >= 0x80 && op[1] <= 0x8F);
}

/* VPGATHER and VGATHER: C4, map 0F38, 90 to 93. */
Bool ap_arch_gathers(Addr insn, UInt length)
{
   const UChar *op = ap_insn_at(insn, length).opcode;

   return op != NULL && op[0] == 0xC4 && (op[1] & 0x1F) == 2
          && (op[3] & 0xFC) == 0x90;
}

Bool ap_arch_is_repeated(Addr insn, UInt length)
{
   ApInsn i = ap_insn_at(insn, length);
   const UChar *op = i.opcode;

   return op != NULL && (i.prefixes & (PREFIX_REP | PREFIX_REPNE)) != 0
          && ((op[0] >= 0xA4 && op[0] <= 0xA7)      /* movs, cmps */
              || (op[0] >= 0xAA && op[0] <= 0xAF)); /* stos, lods, scas */
}

#define OFFSET(name) ((Int)offsetof(VexGuestAMD64State, guest_##name))

enum { WORDS = 16, WORD = 8, VECTOR = 16 };

/* A4 movsb, A5 movs, AA stosb, AB stos behind F3, with its usual operands. */
Bool ap_arch_string(Addr insn, UInt length, ApString *s)
{
   ApInsn i = ap_insn_at(insn, length);

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

void ap_arch_string_effects(IRDirty *d)
{
   ap_effect(d, Ifx_Modify, OFFSET(RCX), WORD);
   ap_effect(d, Ifx_Modify, OFFSET(RSI), WORD);
   ap_effect(d, Ifx_Modify, OFFSET(RDI), WORD);
   ap_effect(d, Ifx_Read, OFFSET(RAX), WORD);
   ap_effect(d, Ifx_Read, OFFSET(DFLAG), WORD);
}

Bool ap_arch_handles_faults(const void *guest)
{
   const VexGuestAMD64State *g = guest;

   return g->guest_RAX == __NR_rt_sigaction && g->guest_RSI != 0
          && (g->guest_RDI == VKI_SIGSEGV || g->guest_RDI == VKI_SIGBUS
              || g->guest_RDI == VKI_SIGFPE);
}

void ap_arch_discard_all(void *guest)
{
   VexGuestAMD64State *g = guest;

   g->guest_CMSTART = 0;
   g->guest_CMLEN = (ULong)1 << 47;
}

void ap_arch_discard_all_of(ThreadId tid)
{
   VexGuestAMD64State g;

   ap_arch_discard_all(&g);
   VG_(set_shadow_regs_area)(tid, 0, OFFSET(CMSTART), WORD,
                             (UChar *)&g.guest_CMSTART);
   VG_(set_shadow_regs_area)(tid, 0, OFFSET(CMLEN), WORD,
                             (UChar *)&g.guest_CMLEN);
}

void ap_arch_syscall_effects(IRDirty *d)
{
   ap_effect(d, Ifx_Read, OFFSET(RAX), WORD);
   ap_effect(d, Ifx_Read, OFFSET(RSI), WORD);
   ap_effect(d, Ifx_Read, OFFSET(RDI), WORD);
   ap_effect(d, Ifx_Write, OFFSET(CMSTART), WORD);
   ap_effect(d, Ifx_Write, OFFSET(CMLEN), WORD);
}

Addr *ap_arch_mmap_hint(void *guest, SizeT largest)
{
   enum { FIXED_NOREPLACE = 0x100000 };
   VexGuestAMD64State *g = guest;

   return g->guest_RAX == __NR_mmap && g->guest_RSI <= largest
          && (g->guest_R10 & (VKI_MAP_FIXED | FIXED_NOREPLACE)) == 0
             ? (Addr *)&g->guest_RDI : NULL;
}

Int ap_arch_mmap_hint_offset(void)
{
   return OFFSET(RDI);
}

void ap_arch_mmap_effects(IRDirty *d)
{
   ap_effect(d, Ifx_Read, OFFSET(RAX), WORD);
   ap_effect(d, Ifx_Read, OFFSET(RSI), WORD);
   ap_effect(d, Ifx_Modify, OFFSET(RDI), WORD);
   ap_effect(d, Ifx_Read, OFFSET(R10), WORD);
}

Int ap_arch_event_counter(void)
{
   return offsetof(VexGuestAMD64State, host_EvC_COUNTER);
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

Bool ap_arch_is_flags(Int offset, Int size)
{
   return offset + size > OFFSET(CC_OP) && offset < OFFSET(CC_NDEP) + WORD;
}

Bool ap_arch_is_pointer(Int offset, Int size)
{
   return offset + size > OFFSET(RIP) && offset < OFFSET(RIP) + WORD;
}
