/* Containers whose growth is inlined, as each has one call of push_back and
   elements that no other source file can know.

   flags: -O2 -finline
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstdlib>
#include <vector>

#include "regression.h"

/* Not inlined itself, whatever is inlined into it. */
#define HOST __attribute__((noinline))

namespace {

struct Pair {
   int first, second;
};

/* An element that is not moved by a copy of its bytes. */
struct Deep {
   long *cell;
   explicit Deep(long n) : cell(new long(n)) { }
   Deep(const Deep &other);
   ~Deep() { delete cell; }
};

struct Triple {
   int a, b, c;
};

}

static volatile int cells[5000];
static std::vector<Pair> log_of_pairs;
static std::vector<Deep> log_of_deep;

__attribute__((noinline)) Deep::Deep(const Deep &other)
   : cell(new long(*other.cell))
{
}

HOST void append_pairs(int n)
{
   for (int i = 0; i < n; i++)
      log_of_pairs.push_back(Pair{ int(cells[i]), i });
}

HOST void append_deep(int n)
{
   for (int i = 0; i < n; i++)
      log_of_deep.push_back(Deep(cells[i]));
}

/* The elements that it has appended itself are no input, wherever they are
   moved; the others are. */
HOST long append_and_sum(int n)
{
   long s = 0;

   append_pairs(n);
   for (size_t i = 0; i < log_of_pairs.size(); i++)
      s += log_of_pairs[i].first;
   return s;
}

/* Of the size that malloc gets from the kernel: the old block is unmapped while
   the vector grows. */
HOST long fill_large(int n)
{
   std::vector<Triple> large;
   long s = 0;

   for (int i = 0; i < n; i++)
      large.push_back(Triple{ int(cells[i % 5000]), i, i });
   for (int i = 0; i < n; i++)
      s += large[i].a + large[i].c;
   return s;
}

/* A table of the program's own, which --reallocator makes known. */
static int *table, room = 4, used;

static inline void grow_table()
{
   int *larger = (int *)malloc(sizeof *larger * room * 3);

   for (int i = 0; i < room; i++)
      larger[i] = table[i];
   free(table);
   table = larger;
   room *= 3;
}

HOST void append_own(int n)
{
   for (int i = 0; i < n; i++) {
      if (used == room)
         grow_table();
      table[used++] = cells[i] + 1;
   }
}

HOST void fill_table()
{
   table = (int *)malloc(room * sizeof *table);
}

int main()
{
   fill_table();
   append_own(300);
   append_own(1000);
   append_own(4000);
   fill_large(40000);

   append_pairs(300);
   append_pairs(1000);
   append_pairs(4000);
   append_deep(50);
   append_deep(500);
   return append_and_sum(2800) == 1;
}
