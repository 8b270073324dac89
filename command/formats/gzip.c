/* Compressed files in the format of gzip.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "formats/gzip.h"
#include "base/message.h"

#include <limits.h>
#include <zlib.h>

/* zlib's largest window, and 16 for the frame of gzip around the data. */
#define WINDOW_BITS (15 + 16)
#define MEMORY_LEVEL 8

void gzip_write(FILE *f, const void *text, size_t length)
{
   z_stream z = { .next_in = (Bytef *)text };
   unsigned char out[BUFSIZ];
   int status;

   if (deflateInit2(&z, Z_DEFAULT_COMPRESSION, Z_DEFLATED, WINDOW_BITS,
                    MEMORY_LEVEL, Z_DEFAULT_STRATEGY) != Z_OK)
      message_fatal("out of memory");
   do {
      /* zlib counts in unsigned int. */
      if (z.avail_in == 0 && length > 0) {
         z.avail_in = length < UINT_MAX ? length : UINT_MAX;
         length -= z.avail_in;
      }
      z.next_out = out;
      z.avail_out = sizeof out;
      status = deflate(&z, length > 0 ? Z_NO_FLUSH : Z_FINISH);
      fwrite(out, 1, sizeof out - z.avail_out, f);
   } while (status != Z_STREAM_END);
   deflateEnd(&z);
}
