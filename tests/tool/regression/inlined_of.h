/* Routines of one bare name in one file, for inlined_names.cc and
   inlined_lines.cc.

   SPDX-License-Identifier: GPL-2.0-or-later */

static volatile int cells[100];
static volatile int result;

/* Methods and routines... */
struct Sum {
   static int of(int n)
   {
      int s = 0;

      for (int i = 0; i < n; i++)
         s += cells[i];
      return s;
   }
};

namespace pairs {
static int of(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      for (int j = 0; j < i; j++)
         s += cells[i] < cells[j];
   return s;
}
}

/* ...one of which is out of line. */
struct Kept {
   ROUTINE static int of(int n)
   {
      int s = 0;

      for (int i = 0; i < n; i++)
         s |= cells[i];
      return s;
   }
};
