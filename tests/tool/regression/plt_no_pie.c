/* Stubs of a program at a fixed address, bound at the first call.

   engines: fast check
   library: plt_library.c
   flags: -Wl,-z,lazy -no-pie
   expectations: plt_lazy

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
