/* Where routines lie in a file that has no symbols for them.

   Stripped files keep what unwinding needs: .eh_frame has a frame description for
   each routine that a compiler has made, with the routine's first address and its
   length, and .eh_frame_hdr has the first addresses, sorted (Linux Standard Base
   Core Specification, "Exception Frames").  A part of a routine that the compiler
   has put elsewhere has a description of its own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_FRAME_STARTS_H
#define ELF_FRAME_STARTS_H

#include "base/base.h"

/* The routines of a file, by their places there. */
typedef struct _FrameStarts FrameStarts;

/* Read them.  Never NULL; lives as long as the tool. */
FrameStarts *frame_starts_read(const HChar *file);

/* Find the routine that has the code at this place in the file, and set where it
   begins there.  False: no description has it. */
Bool frame_starts_find(const FrameStarts *s, ULong offset, ULong *start);

#endif
