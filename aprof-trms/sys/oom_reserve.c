/* A reserve of memory for writing the profile: a block of Valgrind's heap.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sys/oom_reserve.h"
#include "sys/pages.h"
#include "pub_tool_libcproc.h"

/* Enough for a table of some thousand sizes, or of two hundred thousand edges.
   It takes address space, but no memory.  Valgrind's heap grows by more than
   this, so a freed block stays in the heap. */
enum { RESERVE = 2 << 20 };

static void *reserve;
static void (*save_profile)(void);

void oom_reserve_init(void (*save)(void))
{
   save_profile = save;
}

void oom_reserve_end_program(SizeT size)
{
   VG_(umsg)("aprof: no memory for another %lu bytes of shadow memory\n", size);
   save_profile();
   VG_(exit)(1);
}

void oom_reserve_keep(void)
{
   if (reserve == NULL && pages_available(4 * RESERVE))
      reserve = VG_(malloc)("aprof.reserve", RESERVE);
}

void oom_reserve_use(void)
{
   VG_(free)(reserve);
   reserve = NULL;
}
