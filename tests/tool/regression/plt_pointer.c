/* A function that is called, and whose address is taken, too: its stub is in
   .plt.got.

   engines: fast check
   library: plt_library.c
   flags: -Wl,-z,lazy -fPIE -pie
   expectations: plt_lazy

   SPDX-License-Identifier: GPL-2.0-or-later */

long library_sum(const int *a, int n);

static long (*volatile pointer)(const int *, int) = library_sum;

#define THIRD_CALL pointer
#include "plt.h"
