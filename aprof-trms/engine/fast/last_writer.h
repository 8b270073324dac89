/* The last writer of each cell: the kernel, a thread, or none.

   A read needs it only where the thread's stamp is not valid: whether the read
   is induced, and whether by the kernel or by a thread.  In windows
   there are two bits for each cell; elsewhere a table of shadow memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_LAST_WRITER_H
#define APROF_FAST_LAST_WRITER_H

#include "engine/fast/directory.h"
#include "engine/fast/state.h"

/* LAST_WRITER_EXCLUSIVE: a thread, and if it still has a stamp of the cell, that
   is exclusive, or has become shared without another reader (fold.c). */
enum {
   LAST_WRITER_NONE, LAST_WRITER_KERNEL, LAST_WRITER_THREAD,
   LAST_WRITER_EXCLUSIVE
};

/* The kind of a read that a writer induces. */
#define LAST_WRITER_KIND(writer) \
   ((writer) == LAST_WRITER_KERNEL ? FAST_BY_KERNEL : FAST_BY_THREAD)

static uint8_t *const last_writer_map = (uint8_t *)(WINDOWS_WRITERS + 0x13c40);

static inline unsigned last_writer_of(uintptr_t a)
{
   shadow_chunk *c;

   if (directory_has(a))
      return last_writer_map[a >> 4] >> (a >> 1 & 6) & 3;
   c = shadow_find(&fast.writers, a >> SHADOW_CHUNK_BITS);
   return c ? c->cells[(a % SHADOW_CHUNK_BYTES) >> fast.cell_shift]
            : LAST_WRITER_NONE;
}

/* The writers of the cells of a line, from the lowest bits on.  They are loaded
   and stored as a whole: a load right after smaller stores to the same bytes
   would wait for these. */
static inline uint32_t last_writer_line(uintptr_t a)
{
   uint32_t of_line;

   __builtin_memcpy(&of_line,
                    &last_writer_map[a / DIRECTORY_LINE_BYTES
                                     * (DIRECTORY_LINE_BYTES / 16)],
                    sizeof of_line);
   return of_line;
}

static inline void last_writer_set_line(uintptr_t a, uint32_t of_line)
{
   __builtin_memcpy(&last_writer_map[a / DIRECTORY_LINE_BYTES
                                     * (DIRECTORY_LINE_BYTES / 16)],
                    &of_line, sizeof of_line);
   if (!(directory_chunks[a >> SHADOW_CHUNK_BITS] >> DIRECTORY_WRITERS & 1))
      directory_set(a >> SHADOW_CHUNK_BITS, DIRECTORY_WRITERS);
}

/* Set the last writer of n cells from a on: a directory_run, or part of one. */
static inline void last_writer_set_run(uintptr_t a, size_t n, unsigned writer)
{
   if (directory_has(a)) {
      uint32_t cells = (uint32_t)((((uint64_t)1 << 2 * n) - 1)
                                  << a % DIRECTORY_LINE_BYTES / 4 * 2);
      last_writer_set_line(a, (last_writer_line(a) & ~cells)
                              | (writer * 0x55555555u & cells));
   } else
      shadow_get(&fast.writers, a >> SHADOW_CHUNK_BITS)
         ->cells[(a % SHADOW_CHUNK_BYTES) >> fast.cell_shift] = writer;
}

static inline void last_writer_set(uintptr_t a, unsigned writer)
{
   last_writer_set_run(a, 1, writer);
}

#endif
