/* The same as inlined_lto.cc by clang, which leaves the head of the loop that
   has no turn inside the inlined call.

   engines: fast check
   flags: -O2 -finline -flto
   also: inlined_lto_other.cc
   compiler: clang

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined_lto.cc"
