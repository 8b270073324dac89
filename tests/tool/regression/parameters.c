/* A register that rises with the cost, and is no argument of the routine; the
   same in a routine that has so many.

   flags: -Wno-cast-function-type
   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

typedef struct { long word[3]; } Memory;
typedef struct { long first, second; } Two;

static long turns;
static volatile long sum;

/* The work is the same at each size. */
static void work(void)
{
   for (long i = 0; i < turns; i++)
      sum = 3;
}

/* The last digit of the values tells which routine they are of. */
#define ROUTINE_OF(name, ...) \
   ROUTINE long name(__VA_ARGS__) \
   { \
      work(); \
      return 0; \
   }

ROUTINE_OF(none, void)
ROUTINE_OF(one, long a)
ROUTINE_OF(two, double x, int a, Memory m, char c, float y)
ROUTINE_OF(any, const char *format, ...)
ROUTINE_OF(four, void *p, Two two, int d)

/* Its first register has the address of the result. */
ROUTINE Memory result(long a)
{
   const Memory m = { { a, 0, 0 } };

   work();
   return m;
}

typedef void (*Called)(long, long, long, long, long, long);
typedef Memory (*Result)(long, long, long, long, long);

int main(void)
{
   void *volatile others[] = { none, one, two, any, four };
   void *volatile to_result = result;

   for (turns = 1; turns < 12; turns++) {
      long v = 100000 + 10 * turns;

      for (int i = 0; i < 5; i++, v++)
         ((Called)others[i])(v, v, v, v, v, v);
      ((Result)to_result)(v, v, v, v, v);
   }
   return 0;
}
