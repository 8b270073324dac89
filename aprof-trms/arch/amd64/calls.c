/* Arguments and results of calls: System V ABI for AMD64, section 3.2.3.

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

UWord calls_argument(UInt n)
{
   static const Int offsets[CALL_ARGUMENTS] = {
      AMD64_OFFSET(RDI), AMD64_OFFSET(RSI), AMD64_OFFSET(RDX),
      AMD64_OFFSET(RCX), AMD64_OFFSET(R8), AMD64_OFFSET(R9)
   };

   tl_assert(n < CALL_ARGUMENTS);
   return word_at(offsets[n]);
}

UWord calls_result(void)
{
   return word_at(AMD64_OFFSET(RAX));
}
