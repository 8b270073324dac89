/* The names that inlined_names.cc must have are those of symbols.

   engines: fast check
   flags: -O0
   compiler: gcc
   expectations: inlined_names

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined_names.cc"
