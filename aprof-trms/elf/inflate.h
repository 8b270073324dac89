/* Compressed data in zlib's format, RFC 1950 and RFC 1951.

   The library zlib can't be linked into the tool: it needs a heap of its own,
   and the packages of distributions are built with the stack protector, whose
   word is in thread memory that the tool does not have.

   The data is inflated in steps of whole blocks, and one can begin at any place
   between two blocks again: what a block needs of those before it are the last
   INFLATE_WINDOW bytes that they gave.  Whatever the data is, no byte outside
   the two ranges of memory is read or written, and each step ends: damaged data
   is refused, or gives other bytes, which the checksum shows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_INFLATE_H
#define ELF_INFLATE_H

#include "base/base.h"

enum { INFLATE_WINDOW = 32768 };

/* A place between two blocks. */
typedef struct {
   ULong bit;                   /* of the compressed data */
   SizeT out;                   /* bytes that the blocks before it give */
   Bool is_last;                /* there is no block behind it */
} InflatePlace;

/* Set the place of the first block of a stream.  False: it is none, or needs a
   dictionary. */
Bool inflate_begin(const UChar *in, SizeT in_size, InflatePlace *place);

/* Go on from a place, which is moved: inflate whole blocks to out[place->out]
   and behind, up to the last block or to the first that ends at `until` or
   behind.  The bytes of the window before the place are there already.  False:
   the data is damaged or cut off, or gives more than out_size bytes. */
Bool inflate_blocks(const UChar *in, SizeT in_size, UChar *out, SizeT out_size,
                    SizeT until, InflatePlace *place);

/* Go on with a checksum, which begins as 1. */
UInt inflate_checksum(UInt sum, const UChar *bytes, SizeT size);

/* Return whether the checksum behind the last block is this one. */
Bool inflate_ends_with(const UChar *in, SizeT in_size,
                       const InflatePlace *place, UInt sum);

#endif
