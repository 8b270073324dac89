/* Which memory of the program's can be accessed.

   Valgrind knows the program's mappings and their access rights.  But a mapping
   of a file may reach beyond the file's end, and an access there raises SIGBUS.
   So there are several degrees of certainty, at several prices:

   client_memory_part            Valgrind's list alone.  Certain for memory
                                 without a file.
   client_memory_has_code        the list, and the kernel's answer about each
                                 page once.  For code: a page that was there
                                 once is there as long as code is executed from
                                 it.
   client_memory_readable_part   the list, and, for files, the kernel's answer
                                 now.
   client_memory_listed_part     the same without the kernel's answer: what is
                                 read of it must be known from elsewhere.
   client_memory_has_part        the list, looked at once while client code
                                 runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYS_CLIENT_MEMORY_H
#define SYS_CLIENT_MEMORY_H

#include "base/base.h"
#include "pub_tool_aspacemgr.h"

/* Return the number of bytes from `start` on, at most `size`, that lie in one
   segment of the given kinds (a set of SegKind) which the program may write to,
   or read from if `write` is False. */
SizeT client_memory_part(Addr start, SizeT size, UInt kinds, Bool write);

/* Can code at `start` be decoded, `size` bytes of it (less than a page)? */
Bool client_memory_has_code(Addr start, SizeT size);

/* Return the number of bytes from `start` on, at most `size`, up to the first
   one that the program may not read, or that does not exist. */
SizeT client_memory_readable_part(Addr start, SizeT size);
/* The same, where the answer for memory that does not exist doesn't matter. */
SizeT client_memory_listed_part(Addr start, SizeT size);

/* Can the whole range be read? */
static inline Bool client_memory_is_readable(Addr start, SizeT size)
{
   return client_memory_readable_part(start, size) == size;
}

/* Can the whole range be read, by Valgrind's list?  It lies in one segment
   without a file.  While client code runs, no system call is made, so the list
   stays as it is: the segment that was found last is kept until
   client_memory_code_starts. */
extern Addr client_memory_known_start, client_memory_known_size;
Bool client_memory_find_part(Addr start, SizeT size);
void client_memory_code_starts(void);

static inline Bool client_memory_has_part(Addr start, SizeT size)
{
   const Addr at = start - client_memory_known_start;

   return (at < client_memory_known_size
           && size <= client_memory_known_size - at)
          || client_memory_find_part(start, size);
}

#endif
