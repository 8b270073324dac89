/* The same where only Valgrind reads the debug information: it has no names of
   what is inlined from another source file, and the command finds them.

   engines: fast check
   flags: -O2 -finline -flto
   options: --read-inline-info=yes
   also: inlined_lto_other.cc
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "damaged_debug.h"
#define IN_TWO_LINES
#include "inlined_lto.cc"
