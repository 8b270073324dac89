/* The same as inlined_split.cc by clang, which splits routines only if it is
   told to.  Three of the calls read a cell less than gcc's code.

   engines: fast check
   flags: -O2 -finline -finline-functions -mllvm -enable-partial-inlining
   flags: -mllvm -skip-partial-inlining-cost-analysis
   flags: -mllvm -inline-threshold=-1000
   needs: _ZN7printer5printEPKc\.[0-9]*\.extracted
   compiler: clang

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined_split.cc"
