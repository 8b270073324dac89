/* Routines that --exclude names are no routines, however they are reached: by
   calls whose target is in a register, in the middle of a chain of tail calls,
   at both ends of a chain, and where they jump back to their caller.

   engines: fast check
   compiler: gcc
   flags: -foptimize-sibling-calls
   same: --shadow=tables

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];
static long (*volatile pointer)(int n);

READER_OF(hidden, cells)

ROUTINE long shown(int n)
{
   return cells[n];
}

/* Calls through a pointer: the same routine several times, then another one,
   then the first one again. */
ROUTINE long by_pointer(int n)
{
   long s = 0;

   for (int i = 0; i < 6; i++) {
      pointer = i == 3 ? shown : hidden;
      s += pointer(n);
   }
   return s;
}

ROUTINE long last(int n)
{
   return cells[n];
}

ROUTINE long hidden_jump(int n)
{
   return last(n + 1);
}

ROUTINE long second(int n)
{
   return hidden_jump(n + 1);
}

ROUTINE long first(int n)
{
   return second(n + 1);
}

ROUTINE long to_hidden(int n)
{
   return hidden(n);
}

ROUTINE long chain_to_hidden(int n)
{
   return to_hidden(n);
}

ROUTINE long again(int n);

ROUTINE long hidden_again(int n)
{
   return again(n);
}

ROUTINE long again(int n)
{
   long s = cells[n];

   return n > 0 ? s + hidden_again(n - 1) : s;
}

int main(void)
{
   long s = 0;

   for (int i = 0; i < 3; i++)
      s += by_pointer(10) + first(20) + to_hidden(5) + chain_to_hidden(6) +
           again(7);
   return s;
}
