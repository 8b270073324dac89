/* Arguments and results of calls: System V ABI for AMD64, section 3.2.3;
   Go internal ABI specification (cmd/compile/abi-internal.md), "amd64
   architecture".

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "arch/calls.h"
#include "arch/amd64/offsets.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

/* While client code runs, its registers are in the guest state itself. */
static UWord word_at(Int offset)
{
   UWord word;

   VG_(get_shadow_regs_area)(VG_(get_running_tid)(), (UChar *)&word, 0,
                             offset, sizeof word);
   return word;
}

Addr calls_direct_target(Addr return_address)
{
   enum { CALL_REL32 = 0xe8, LENGTH = 5 };
   const UChar *insn = (const UChar *)(return_address - LENGTH);
   Int distance;

   if (insn[0] != CALL_REL32)
      return 0;
   VG_(memcpy)(&distance, insn + 1, sizeof distance);
   return return_address + distance;
}

Bool calls_is_after_indirect(Addr return_address)
{
   enum { GROUP_5 = 0xff, CALL_REGISTER = 0xd0, REGISTER = 7, LENGTH = 2 };
   const UChar *insn = (const UChar *)(return_address - LENGTH);

   return insn[0] == GROUP_5 && (insn[1] & ~REGISTER) == CALL_REGISTER;
}

UWord calls_argument(UInt n, CallConvention convention)
{
   static const Int offsets[][CALL_ARGUMENTS] = {
      [CALLS_OF_ABI] = { AMD64_OFFSET(RDI), AMD64_OFFSET(RSI), AMD64_OFFSET(RDX),
                         AMD64_OFFSET(RCX), AMD64_OFFSET(R8), AMD64_OFFSET(R9) },
      [CALLS_OF_GO] = { AMD64_OFFSET(RAX), AMD64_OFFSET(RBX), AMD64_OFFSET(RCX),
                        AMD64_OFFSET(RDI), AMD64_OFFSET(RSI), AMD64_OFFSET(R8) }
   };

   tl_assert(n < CALL_ARGUMENTS && convention != CALLS_ON_STACK);
   return word_at(offsets[convention][n]);
}

UWord calls_result(void)
{
   return word_at(AMD64_OFFSET(RAX));
}
