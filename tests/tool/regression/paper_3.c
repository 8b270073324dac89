/* Figure 3 and Example 4 of the paper: the kernel fills a buffer of two values
   again and again, and only the first value is ever read.  The rms is 1, the
   trms is the number of fillings.

   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define DEVICE 90

ROUTINE int externalRead(long n)
{
   volatile int b[2];
   int sum = 0;

   for (long i = 0; i < n; i++) {
      kernel3(SYS_read, DEVICE, (long)b, sizeof b);
      sum += b[0];
   }
   return sum;
}

int main(void)
{
   int device = open("/dev/zero", O_RDONLY);
   int sum;

   require(device >= 0, "no /dev/zero");
   must(dup2(device, DEVICE) == DEVICE, "dup2");
   sum = externalRead(10);
   sum += externalRead(100);
   sum += externalRead(1000);
   return sum;
}
