/* Routines of one name in one source file, which are inlined, where only Valgrind
   reads the debug information: their lines tell them apart.

   engines: fast check
   flags: -O2 -finline
   options: --read-inline-info=yes
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "damaged_debug.h"

#include "inlined_of.h"

struct Other {
   static int twice(int n)
   {
      int s = 0;

      for (int i = 0; i < n; i++)
         s ^= 2 * cells[i];
      return s;
   }
};

int main()
{
   int s = 0;

   for (int i = 1; i <= 4; i++) {
      s += Sum::of(10 * i);
      s += pairs::of(5 * i);
      s += Other::twice(i + 20);
      s += Kept::of(i + 50);
   }
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
   for (int i = 1; i <= 3; i++) {
      s += lowest(30 + i);
      s += highest(60 + i);
   }
   /* Two in one line are one, and the others are told all the same. */
   s += Sum::of(71) + pairs::of(61);
   result = s;
   return 0;
}
