/* Calls inlined into main, which are described in a .dwo file.

   SPDX-License-Identifier: GPL-2.0-or-later */

static int total(const int *cells, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += cells[i];
   return sum;
}

int main(int argc, char **argv)
{
   int cells[8] = { 1, 2, 3, 4, 5, 6, 7, 8 };

   (void)argv;
   return total(cells, argc) == 0;
}
