/* amd64: an instruction's prefixes, for the files that know some by their bytes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_INSN_AMD64_H
#define AP_INSN_AMD64_H

#include "base/base.h"

#if !defined(VGP_amd64_linux)
#  error "this file is for amd64-linux"
#endif

/* Legacy prefixes. */
enum {
   PREFIX_NARROW = 1,       /* 66: operands of 2 bytes */
   PREFIX_REP = 2,          /* F3 */
   PREFIX_REPNE = 4,        /* F2 */
   PREFIX_CS_FS = 8,        /* 2E, 64 */
   PREFIX_OTHER = 16
};

typedef struct {
   const UChar *opcode;     /* behind all prefixes; NULL: there is nothing else */
   UInt prefixes;           /* which of the above it has */
   UInt prefix_count;
   Bool wide;               /* REX.W: operands of 8 bytes */
} ApInsn;

/* The instruction at this address, of which n bytes may be looked at. */
ApInsn ap_insn_at(Addr a, UInt n);

/* The four bytes there, which need not be aligned. */
static inline Int ap_insn_word(const UChar *p)
{
   Int word;

   VG_(memcpy)(&word, p, sizeof word);
   return word;
}

#endif
