/* operator new fails: it calls a handler, which throws, or jumps.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <csetjmp>
#include <cstdlib>
#include <new>

#include "regression.h"

static volatile int cells[1000];
static jmp_buf home;

ROUTINE long read_cells(int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE void throwing() { throw std::bad_alloc(); }
ROUTINE void jumping() { longjmp(home, 1); }

ROUTINE long caught(int n)
{
   long s = 0;

   std::set_new_handler(throwing);
   try {
      ::operator new((size_t)1 << 60);
   } catch (const std::bad_alloc &) {
      s = read_cells(n);
   }
   return s;
}

ROUTINE long jumped(int n)
{
   std::set_new_handler(jumping);
   if (setjmp(home) == 0)
      ::operator new((size_t)1 << 60);
   return read_cells(n);
}

ROUTINE long ordinary(int n)
{
   volatile int *copy = new int[n];
   long s = 0;

   for (int i = 0; i < n; i++)
      copy[i] = cells[i];
   for (int i = 0; i < n; i++)
      s += copy[i];
   delete[] copy;
   return s;
}

int main()
{
   return caught(100) + ordinary(200) + jumped(300) + ordinary(400) != 0;
}
