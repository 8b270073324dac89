/* Containers that grow.  What their growth reads is no input, and what they
   contain keeps its history.

   SPDX-License-Identifier: GPL-2.0-or-later */

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

int main()
{
   fill_large(70000);

   append_ints(300);
   append_ints(1000);
   append_ints(4000);
   append_text(100);
   append_text(3000);
   append_deep(50);
   append_deep(500);
   return append_and_sum(2800) == 1;
}
