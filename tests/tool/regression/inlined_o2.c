/* The same as inlined.c at -O2.

   flags: -O2
   compiler: gcc
   expectations: inlined

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined.c"
