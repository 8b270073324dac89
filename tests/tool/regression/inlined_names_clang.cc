/* The same as inlined_names.cc by clang, whose debug information has the same
   names, also those of lambdas.

   flags: -O2 -finline-functions -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
   compiler: clang
   engines: fast check
   expectations: inlined_names

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined_names.cc"
