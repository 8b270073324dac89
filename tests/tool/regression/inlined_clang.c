/* The same as inlined.c by clang at -O2.  Vectors read constants as well, and an
   unrolled loop has less blocks: so without both.

   flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
   compiler: clang

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined.c"
