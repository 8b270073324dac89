/* The same as inlined_clang.c at -O3.

   flags: -O3 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
   compiler: clang
   engines: fast check
   expectations: inlined_clang

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined.c"
