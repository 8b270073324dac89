/* Jumps to the stubs instead of calls.

   engines: fast check
   library: plt_library.c
   flags: -O2 -Wl,-z,lazy
   expectations: plt_lazy

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
