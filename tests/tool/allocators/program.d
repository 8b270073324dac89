// A routine of program.c in D, whose collector runs while it allocates.
//
// SPDX-License-Identifier: GPL-2.0-or-later
module program;

import core.memory : GC;
import core.volatile : volatileLoad, volatileStore;

enum largest = 400;
__gshared uint[largest] input;
__gshared uint output;

uint read(size_t i)
{
   pragma(inline, true);
   return volatileLoad(&input[i]);
}

// n cells, O(n^2): each cell with each other one, in blocks of their own.  The
// collector goes through all of them.
uint pairs(size_t n)
{
   auto cells = new uint*[largest];
   uint sum;

   foreach (i; 0 .. n) {
      cells[i] = new uint;
      *cells[i] = read(i);
   }
   GC.collect();
   foreach (a; cells[0 .. n])
      foreach (b; cells[0 .. n])
         sum += *a * *b;
   return sum;
}

extern (C) void all_pairs(size_t n)
{
   volatileStore(&output, pairs(n));
}

void main()
{
   foreach (i; 0 .. largest)
      volatileStore(&input[i], cast(uint) (i * 37 % 101));
   // The first collections prepare the collector.
   volatileStore(&output, pairs(largest));
   for (size_t n = 16; n <= 400; n += n / 4)
      all_pairs(n);
}
