/* amd64: an instruction's prefixes and opcode.

   Private to this folder.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_AMD64_DECODE_H
#define ARCH_AMD64_DECODE_H

#include "base/base.h"

#if !defined(VGP_amd64_linux)
#  error "this file is for amd64-linux"
#endif

/* Legacy prefixes: bits of a set. */
enum {
   PREFIX_NARROW = 1,       /* 66: operands of 2 bytes */
   PREFIX_REP = 2,          /* F3 */
   PREFIX_REPNE = 4,        /* F2 */
   PREFIX_CS_FS = 8,        /* 2E, 64 */
   PREFIX_OTHER = 16,
   PREFIX_ADDRESS = 32      /* 67: addresses of 4 bytes */
};

typedef struct {
   const UChar *opcode;     /* the first byte behind all prefixes; NULL: there
                               are prefixes only */
   UInt prefixes;           /* the set of legacy prefixes */
   UInt prefix_count;
   Bool wide;               /* REX.W: operands of 8 bytes */
} DecodedInsn;

/* Decode the instruction at the address, of which n bytes may be read. */
DecodedInsn decode_insn(Addr insn, UInt n);

/* Return the four bytes at p, which need not be aligned, as a signed number. */
static inline Int decode_word(const UChar *p)
{
   Int word;

   VG_(memcpy)(&word, p, sizeof word);
   return word;
}

#endif
