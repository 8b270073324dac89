/* The same as growth_inlined.cc by clang.

   flags: -O2 -finline -finline-functions -fno-vectorize -fno-slp-vectorize
   compiler: clang
   engines: fast check
   expectations: growth_inlined

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "growth_inlined.cc"
