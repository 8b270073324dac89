/* Containers that grow.  What their growth reads is no input, and what they
   contain keeps its history.

   system: seen

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <cstdlib>
#include <cstring>
#include <string>
#include <vector>

#include "regression.h"

/* An element that is not moved by a copy of its bytes. */
struct Deep {
   long *cell;
   explicit Deep(long n) : cell(new long(n)) { }
   Deep(const Deep &other);
   ~Deep() { delete cell; }
};

static volatile int cells[5000];
static std::vector<int> log_of_ints;
static std::vector<Deep> log_of_deep;
static std::string text;

__attribute__((noinline)) Deep::Deep(const Deep &other)
   : cell(new long(*other.cell))
{
}

ROUTINE void append_ints(int n)
{
   for (int i = 0; i < n; i++)
      log_of_ints.push_back(int(cells[i]));
}

ROUTINE void append_text(int n)
{
   for (int i = 0; i < n; i++)
      text.push_back(char(cells[i]));
}

/* What a string is assigned is input, and no growth, though the same routine
   copies both. */
ROUTINE size_t assign_text(size_t n)
{
   std::string s;

   s.assign((const char *)cells, n);
   return s.size();
}

ROUTINE size_t assign_wide(size_t n)
{
   std::wstring s;

   s.assign((const wchar_t *)cells, n);
   return s.size();
}

ROUTINE size_t assign_16(size_t n)
{
   std::u16string s;

   s.append((const char16_t *)cells, n);
   return s.size();
}

ROUTINE void append_deep(int n)
{
   for (int i = 0; i < n; i++)
      log_of_deep.push_back(Deep(cells[i]));
}

/* The elements that it has appended itself are no input, wherever they are
   moved; the others are. */
ROUTINE long append_and_sum(int n)
{
   long s = 0;

   append_ints(n);
   for (size_t i = 0; i < log_of_ints.size(); i++)
      s += log_of_ints[i];
   return s;
}

/* Of the size that malloc gets from the kernel: the old block is unmapped while
   the vector grows. */
ROUTINE long fill_large(int n)
{
   std::vector<int> large;
   long s = 0;

   for (int i = 0; i < n; i++)
      large.push_back(int(cells[i % 5000]));
   for (int i = 0; i < n; i++)
      s += large[i];
   return s;
}

/* Tables of the program's own, which --reallocator makes known. */
static int *table, room = 4, used;

/* The old table is the smaller part of the new one. */
ROUTINE void grow_table()
{
   int *larger = (int *)malloc(sizeof *larger * room * 3);

   for (int i = 0; i < room; i++)
      larger[i] = table[i];
   free(table);
   table = larger;
   room *= 3;
}

ROUTINE void append_own(int n)
{
   for (int i = 0; i < n; i++) {
      if (used == room)
         grow_table();
      table[used++] = cells[i] + 1;
   }
}

ROUTINE long append_own_and_sum(int n)
{
   long s = 0;

   append_own(n);
   for (int i = 0; i < used; i++)
      s += table[i];
   return s;
}

static int *cleared, cleared_room = 250;

/* What calloc clears and nothing moves is written by the caller. */
ROUTINE void grow_cleared()
{
   int *larger = (int *)calloc(2 * cleared_room, sizeof *larger);

   memcpy(larger, cleared, cleared_room * sizeof *larger);
   free(cleared);
   cleared = larger;
   cleared_room *= 2;
}

ROUTINE long sum_grown()
{
   long s = 0;

   grow_cleared();
   for (int i = 0; i < cleared_room; i++)
      s += cleared[i];
   return s;
}

ROUTINE void fill_tables()
{
   table = (int *)malloc(room * sizeof *table);
   cleared = (int *)malloc(cleared_room * sizeof *cleared);
   for (int i = 0; i < cleared_room; i++)
      cleared[i] = i + 1;
}

static void tables()
{
   long s = 0;

   fill_tables();
   append_own(300);
   append_own(1000);
   append_own(4000);
   s += append_own_and_sum(2800);
   s += sum_grown();
   s += sum_grown();
   must(s > 0, "tables");
}

int main()
{
   tables();
   fill_large(40000);

   append_ints(300);
   append_ints(1000);
   append_ints(4000);
   append_text(100);
   append_text(3000);
   for (int i = 0; i < 4; i++) {
      assign_text(400 * (i + 1));
      assign_wide(100 * (i + 1));
      assign_16(200 * (i + 1));
   }
   append_deep(50);
   append_deep(500);
   return append_and_sum(2800) == 1;
}
