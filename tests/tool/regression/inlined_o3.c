/* The same as inlined.c at -O3.

   flags: -O3
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "inlined.c"
