/* The same as inlined_scattered.c by clang, without the vectors whose constants
   are read as well.

   flags: -O2 -fno-vectorize -fno-slp-vectorize -fno-unroll-loops
   compiler: clang
   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined_scattered.c"
