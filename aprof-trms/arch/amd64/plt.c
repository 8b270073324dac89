/* amd64: the parts of a procedure linkage table.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/plt.h"
#include "arch/amd64/decode.h"
#include "sys/client_memory.h"

/* The longest PLT pattern: endbr64, mov imm32, jmp *disp32. */
enum { PLT_BYTES = 16 };

static const UChar *skip_endbr(const UChar *p)
{
   return p[0] == 0xF3 && p[1] == 0x0F && p[2] == 0x1E && p[3] == 0xFA
          ? p + 4 : p;
}

static const UChar *skip_bnd(const UChar *p)
{
   return p[0] == 0xF2 ? p + 1 : p;
}

/* mov imm32,%r11d: the stubs of the linker mold load the slot's index first,
   and its head pushes that register. */
static const UChar *skip_index(const UChar *p)
{
   return p[0] == 0x41 && p[1] == 0xBB ? p + 6 : p;
}

static Bool is_slot_jump(const UChar *p)    /* [bnd] jmp *disp32(%rip) */
{
   p = skip_bnd(p);
   return p[0] == 0xFF && p[1] == 0x25;
}

/* Is this a slot jump, and does it belong to a stub?  A stub begins at a
   multiple of a table entry's size, with this jump, or with what is skipped
   before it.  Other code without a symbol may end with such a jump, too. */
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
   return p[0] == 0x41 && p[1] == 0x53
          && client_memory_has_code((Addr)p, PLT_BYTES) && is_head(p + 2);
}

static Bool is_jump_to_head(const UChar *p)    /* [bnd] jmp rel32 */
{
   p = skip_bnd(p);
   if (p[0] != 0xE9)
      return False;
   const UChar *target = p + 5 + decode_word(p + 1);
   return client_memory_has_code((Addr)target, PLT_BYTES) && is_head(target);
}

PltPart plt_part(Addr code)
{
   const UChar *p = (const UChar *)code;

   if (!client_memory_has_code(code, PLT_BYTES))
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

const Addr *plt_slot(Addr code)
{
   const UChar *p = (const UChar *)code;

   if (!client_memory_has_code(code, PLT_BYTES))
      return NULL;
   p = skip_index(skip_endbr(p));
   if (!is_slot_jump(p))
      return NULL;
   p = skip_bnd(p);
   const Addr *slot = (const Addr *)(p + 6 + decode_word(p + 2));
   return client_memory_has_code((Addr)slot, sizeof *slot) ? slot : NULL;
}

const Addr *plt_head_slot(Addr head)
{
   enum { PUSH = 6 };

   return plt_slot(head + PUSH);
}
