/* amd64: the places of registers in the guest state.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/guest_layout.h"
#include "arch/amd64/offsets.h"
#include "pub_tool_machine.h"

/* 16 integer registers, and 16 vector registers as two halves each. */
enum { WORDS = 16, HALVES = 32, VECTOR = 16 };
enum {
   FIRST_WORD = AMD64_OFFSET(RAX),
   PAST_WORDS = FIRST_WORD + WORDS * AMD64_WORD,
   FIRST_VECTOR = AMD64_OFFSET(YMM0),
   PAST_VECTORS = FIRST_VECTOR + HALVES * VECTOR
};

_Static_assert(AMD64_OFFSET(R15) + AMD64_WORD == PAST_WORDS
               && AMD64_OFFSET(YMM15) + 2 * VECTOR == PAST_VECTORS,
               "registers of a kind lie side by side");
_Static_assert(GUEST_LAYOUT_REGISTERS == WORDS + HALVES,
               "these are all registers");

static Bool overlaps(Int offset, Int size, Int start, Int past)
{
   return offset + size > start && offset < past;
}

/* What lies before the registers is Valgrind's own, and so are what lies behind
   the last one that code changes. */
enum {
   FIRST_REGISTER = AMD64_OFFSET(RAX),
   PAST_REGISTERS = AMD64_OFFSET(EMNOTE)
};

void guest_layout_copy_registers(void *to, const void *from)
{
   VG_(memcpy)((UChar *)to + FIRST_REGISTER,
               (const UChar *)from + FIRST_REGISTER,
               PAST_REGISTERS - FIRST_REGISTER);
}

static Bool same(const void *a, const void *b, Int start, Int past)
{
   return VG_(memcmp)((const UChar *)a + start, (const UChar *)b + start,
                      past - start) == 0;
}

GuestLayoutDifference guest_layout_compare(const void *a, const void *b)
{
   UInt differing = 0;

   if (same(a, b, FIRST_REGISTER, PAST_REGISTERS))
      return GUEST_LAYOUT_SAME;
   for (Int r = FIRST_WORD; r < PAST_WORDS; r += AMD64_WORD)
      differing += !same(a, b, r, r + AMD64_WORD);
   /* The flags are between the registers and this one. */
   return differing == 1
          && same(a, b, AMD64_OFFSET(RSP), AMD64_OFFSET(RSP) + AMD64_WORD)
          && same(a, b, AMD64_OFFSET(DFLAG), PAST_REGISTERS)
          ? GUEST_LAYOUT_ONE_DIFFERS : GUEST_LAYOUT_DIFFER;
}

void guest_layout_discard_all(void *guest)
{
   VexGuestAMD64State *g = guest;

   g->guest_CMSTART = 0;
   g->guest_CMLEN = (ULong)1 << 47;
}

static void discard_of(ThreadId tid, VexGuestAMD64State *g)
{
   VG_(set_shadow_regs_area)(tid, 0, AMD64_OFFSET(CMSTART), AMD64_WORD,
                             (UChar *)&g->guest_CMSTART);
   VG_(set_shadow_regs_area)(tid, 0, AMD64_OFFSET(CMLEN), AMD64_WORD,
                             (UChar *)&g->guest_CMLEN);
}

void guest_layout_discard_all_of(ThreadId tid)
{
   VexGuestAMD64State g;

   guest_layout_discard_all(&g);
   discard_of(tid, &g);
}

void guest_layout_discard_of(ThreadId tid, Addr start, SizeT length)
{
   VexGuestAMD64State g;

   g.guest_CMSTART = start;
   g.guest_CMLEN = length;
   discard_of(tid, &g);
}

Int guest_layout_event_counter(void)
{
   return offsetof(VexGuestAMD64State, host_EvC_COUNTER);
}

Int guest_layout_register_start(Int number)
{
   return number < WORDS ? FIRST_WORD + number * AMD64_WORD
                         : FIRST_VECTOR + (number - WORDS) * VECTOR;
}

Int guest_layout_register_size(Int number)
{
   return number < WORDS ? AMD64_WORD : VECTOR;
}

Int guest_layout_register(Int offset, Int size)
{
   Int number = -1;

   if (offset >= FIRST_WORD && offset < PAST_WORDS)
      number = (offset - FIRST_WORD) / AMD64_WORD;
   else if (offset >= FIRST_VECTOR && offset < PAST_VECTORS)
      number = WORDS + (offset - FIRST_VECTOR) / VECTOR;
   if (number < 0 || offset + size > guest_layout_register_start(number)
                                     + guest_layout_register_size(number))
      return -1;
   return number;
}

Bool guest_layout_is_flags(Int offset, Int size)
{
   return overlaps(offset, size, AMD64_OFFSET(CC_OP),
                   AMD64_OFFSET(CC_NDEP) + AMD64_WORD);
}

Bool guest_layout_is_ip(Int offset, Int size)
{
   return overlaps(offset, size, AMD64_OFFSET(RIP),
                   AMD64_OFFSET(RIP) + AMD64_WORD);
}
