/* The same where the debug information is compressed: Valgrind has no names of
   what is inlined from another source file, and the command finds them.

   engines: fast check
   flags: -O2 -finline -flto -gz
   also: inlined_lto_other.cc
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#define IN_TWO_LINES
#include "inlined_lto.cc"
