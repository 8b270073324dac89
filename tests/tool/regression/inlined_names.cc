/* Routines that are inlined have the names of their source, as out of line:
   what has one bare name in one source file, or is called twice in one line, is
   told apart.  inlined_names_plain.cc is the same program, without inlining.

   engines: fast check
   flags: -O2 -finline
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include "inlined_of.h"

static volatile long wide[100];

/* Methods of the same text and class, with and without const. */
struct Range {
   int of(unsigned long from)
   {
      int s = 0;

      for (int i = from; i < 70; i++)
         s ^= cells[i];
      return s;
   }
   int of(unsigned long from) const
   {
      int s = 0;

      for (int i = from; i < 60; i++)
         s |= cells[i];
      return s;
   }
};

/* Overloads, templates, and what other units don't see. */
static int sum(const volatile int *p, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += p[i];
   return s;
}

static int sum(const volatile long *p, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += p[i];
   return s;
}

template <class T> int most(volatile T *p, unsigned long n)
{
   T most = 0;

   for (unsigned long i = 0; i < n; i++)
      if (T c = p[i]; c > most)
         most = c;
   return most;
}

template <class T> struct Stack {
   void pop(T *top, unsigned long long n)
   {
      for (unsigned long long i = 0; i < n; i++)
         result = top[i];
   }
};

namespace {
int hidden(short n, bool (*good)(int), ...)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += good(cells[i]);
   return s;
}
}

static inline bool is_odd(int c) { return c & 1; }

int main()
{
   const Range constant = {};
   Range range;
   Stack<volatile int> ints;
   Stack<volatile long> longs;
   int s = 0;

   for (int i = 1; i <= 4; i++) {
      s += Sum::of(10 * i);
      s += pairs::of(5 * i);
      s += Kept::of(i + 50);
   }
   for (int i = 1; i <= 3; i++) {
      s += range.of(10 * i);
      s += constant.of(20 + 10 * i);
      s += sum(cells, 20 * i);
      s += sum(wide, 5 * i);
      s += sum(cells, 10) + sum(cells, 70) + most(cells, 30) + most(wide, 8);
   }
   ints.pop(cells, 44), longs.pop(wide, 11);
   s += hidden(33, is_odd);
   auto lowest = [](int n) {
      int least = 1000;

      for (int i = 0; i < n; i++)
         if (int c = cells[i]; c < least)
            least = c;
      return least;
   };
   auto highest = [](int n) {
      int most = 0;

      for (int i = 0; i < n; i++)
         if (int c = cells[i]; c > most)
            most = c;
      return most;
   };
   for (int i = 1; i <= 3; i++)
      s += lowest(30 + 10 * i), s += highest(60 + 10 * i);
   result = s;
   return 0;
}
