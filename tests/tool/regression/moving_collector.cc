/* A collector that moves objects: V8's, by its name.  What it reads is no input, and
   what it has moved is, for those who had it, as before the move.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { SIZE = 1000, ROUNDS = 10 };

static volatile int from[SIZE], to[SIZE], live[SIZE];
static volatile int result;

namespace v8 { namespace internal {
struct Heap {
   static void CollectGarbage(int n);
};
ROUTINE void Heap::CollectGarbage(int n)
{
   int marked = 0;

   for (int i = 0; i < SIZE; i++)
      marked += live[i];
   for (int i = 0; i < n; i++)
      to[i] = from[i] + marked;
}
} }

/* No cells: it has written all that it reads. */
ROUTINE void make_and_sum(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      from[i] = i;
   v8::internal::Heap::CollectGarbage(n);
   for (int i = 0; i < n; i++)
      s += to[i];
   result = s;
}

/* n cells. */
ROUTINE void read_later(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += to[i];
   result = s;
}

/* n cells: those that are moved while it has them, once. */
ROUTINE void read_twice(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += from[i];
   v8::internal::Heap::CollectGarbage(n);
   for (int i = 0; i < n; i++)
      s += to[i];
   result = s;
}

int main(void)
{
   for (int i = 1; i <= ROUNDS; i++) {
      make_and_sum(50 * i);
      read_later(50 * i);
      read_twice(50 * i);
   }
   return 0;
}
