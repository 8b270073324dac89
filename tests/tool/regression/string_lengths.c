/* String routines of the C library at growing lengths.

   The sizes of memset and of strcpy's target are no input.  So that each length
   has a size of its own, the kernel reads as many cells as there were lengths
   before, which costs the same each time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <string.h>

#include "regression.h"

enum { LONGEST = 64 << 10, LENGTHS = 300 };

static char from[LONGEST + 64], to[LONGEST + 64];
static int cells[LENGTHS];

/* Routine for_WHAT: `statement` with strings of n bytes. */
#define AT(what, statement)                                     \
   ROUTINE void for_##what(int number, size_t n)                \
   {                                                            \
      kernel3(SYS_write, FIRST_STEP, (long)cells, 4L * number); \
      statement;                                                \
      (void)n;                                                  \
   }

static volatile size_t result;

AT(nothing, )
AT(memcpy, memcpy(to, from, n))
AT(memmove, memmove(from + 1, from, n))
AT(memset, memset(to, 'x', n))
AT(memchr, result = (size_t)memchr(from, 'y', n))
AT(strcpy, strcpy(to, from))
AT(strlen, result = strlen(from))

int main(void)
{
   int number = 1, nowhere = open("/dev/null", O_WRONLY);

   must(dup2(nowhere, FIRST_STEP) >= 0, "dup2");
   for (size_t n = 1; n <= LONGEST; n += n / 20 + 1) {
      memset(from, 'x', n);
      from[n] = '\0';
      for_nothing(number, n);
      for_memcpy(number, n);
      for_memset(number, n);
      for_memchr(number, n);
      for_strcpy(number, n);
      for_strlen(number, n);
      for_memmove(number, n);
      number++;
      printf("%zu\n", n);
   }
   return 0;
}
