/* Elements that are gathered from addresses of their own: an element that the
   mask leaves out is not read, nor is anything in its place.

   same: --timestamp-limit=300
   same: --shadow=tables
   same: --vex-iropt-level=0

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

/* Every third cell; the cells at the stack pointer are not read. */
#define GATHER(name, instruction, mask)                                    \
   ROUTINE void name(const int *a, const int *places, const int *m)        \
   {                                                                       \
      __asm__ volatile("vmovdqu (%1), %%ymm1\n\t"                          \
                       mask " %%ymm2, %%ymm2, %%ymm2\n\t"                  \
                       instruction                                         \
                       : : "r"(a), "r"(places), "r"(m)                     \
                       : "xmm0", "xmm1", "xmm2", "memory");                \
   }

/* Eight cells of addresses, and eight elements that are gathered, or none. */
GATHER(gather_all, "vpgatherdd %%ymm2, (%0,%%ymm1,4), %%ymm0", "vpcmpeqd")
GATHER(gather_none, "vpgatherdd %%ymm2, (%0,%%ymm1,4), %%ymm0", "vpxor")
/* The same number of cells of the mask, which selects three lanes. */
GATHER(gather_some, "vmovdqu (%2), %%ymm2\n\t"
       "vpgatherdd %%ymm2, (%0,%%ymm1,4), %%ymm0", "vpxor")
/* Four elements of two cells. */
GATHER(gather_words, "vpgatherdq %%ymm2, (%0,%%xmm1,4), %%ymm0", "vpcmpeqd")
GATHER(gather_no_words, "vgatherdpd %%ymm2, (%0,%%xmm1,4), %%ymm0", "vpxor")
/* If two lanes have the same address, then it is read once. */
ROUTINE void gather_twice(const int *a)
{
   __asm__ volatile("vpxor %%xmm1, %%xmm1, %%xmm1\n\t"
                    "vpcmpeqd %%xmm2, %%xmm2, %%xmm2\n\t"
                    "vgatherdps %%xmm2, (%0,%%xmm1,4), %%xmm0"
                    : : "r"(a) : "xmm0", "xmm1", "xmm2", "memory");
}

int main(void)
{
   static int a[64], places[8], mask[8] = { -1, 0, 0, -1, 0, 0, -1, 0 };

   __builtin_cpu_init();
   require(__builtin_cpu_supports("avx2"), "no AVX2");
   for (int i = 0; i < 8; i++)
      places[i] = 3 * i;
   for (int i = 0; i < 3; i++) {
      gather_all(a, places, mask);
      gather_none(a, places, mask);
      gather_some(a, places, mask);
      gather_words(a, places, mask);
      gather_no_words(a, places, mask);
      gather_twice(a);
   }
   return 0;
}
