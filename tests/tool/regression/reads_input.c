/* Reads its standard input, in a way that the first argument names, or does
   not.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

int main(int argc, char **argv)
{
   char buffer[1000];
   const char how = argc > 1 ? *argv[1] : 'n';
   struct iovec { void *at; size_t n; } part = { buffer, sizeof buffer };

   if (how == 'r')
      kernel3(SYS_read, 0, (long)buffer, sizeof buffer);
   else if (how == 'v')
      kernel3(SYS_readv, 0, (long)&part, 1);
   else if (how == 'm')
      kernel(SYS_mmap, 0, sizeof buffer, PROT_READ, MAP_PRIVATE, 0, 0);
   else if (how == 'o') {
      /* Another file is read in its place. */
      kernel3(SYS_close, 0, 0, 0);
      if (kernel3(SYS_open, (long)argv[0], O_RDONLY, 0) != 0)
         return 1;
      kernel3(SYS_read, 0, (long)buffer, sizeof buffer);
   } else
      kernel(SYS_mmap, 0, sizeof buffer, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS,
             0, 0);
   return 0;
}
