/* A realloc that copies nothing costs its caller the same, however much it
   searches.

   flags: -fno-builtin
   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { OLD = 16384, NEW = 4 * OLD, SEARCH = 3000 };

static char area[2][NEW];
static volatile unsigned looked_at;
static unsigned search;
static int extends;

void *realloc(void *old, size_t n)
{
   char *block = area[0];

   for (unsigned i = 0; i < search; i++)
      looked_at++;
   if (old == NULL || (extends && old == block))
      return block;
   block = old == block ? area[1] : block;
   return memcpy(block, old, n / 4);
}

/* The routine calls realloc, which looks at so much, and copies or not. */
#define CALLS(name, looks_at, stays, block)               \
   ROUTINE void name(void)                                \
   {                                                      \
      search = looks_at;                                  \
      extends = stays;                                    \
      must(realloc(block, NEW) != NULL, "a block");       \
   }

CALLS(copy, 0, 0, area[0])
CALLS(extend, 0, 1, area[0])
CALLS(search_and_extend, SEARCH, 1, area[0])
CALLS(begin, 0, 1, NULL)
CALLS(search_and_begin, SEARCH, 1, NULL)

int main(void)
{
   copy();
   extend();
   search_and_extend();
   begin();
   search_and_begin();
   return 0;
}
