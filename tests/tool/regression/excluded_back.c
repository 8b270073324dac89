/* Routines that --exclude names jump back to their caller, behind calls of
   others: of a routine that is shown, of an excluded one, and of a routine that
   calls an excluded one.

   engines: fast check
   compiler: gcc
   flags: -foptimize-sibling-calls
   same: --shadow=tables

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int cells[100];

READER_OF(hidden, cells)

ROUTINE long shown(int n)
{
   return cells[n];
}

ROUTINE long to_hidden(int n)
{
   return hidden(n);
}

#define GOES_BACK(name, call)                                                 \
   ROUTINE long name(int n);                                                  \
   ROUTINE long hidden_##name(int n)                                          \
   {                                                                          \
      cells[99] = (int)call;                                                  \
      return name(n);                                                         \
   }                                                                          \
   ROUTINE long name(int n)                                                   \
   {                                                                          \
      long s = cells[n];                                                      \
      return n > 0 ? s + hidden_##name(n - 1) : s;                            \
  }

GOES_BACK(behind_shown, shown(98))
GOES_BACK(behind_hidden, hidden(2))
GOES_BACK(behind_both, to_hidden(2))

int main(void)
{
   long s = 0;

   for (int i = 0; i < 100; i++)
      s += behind_shown(9) + behind_hidden(9) + behind_both(9);
   return s;
}
