/* Stubs in .plt.got or .plt, bound at the start.

   engines: fast check
   library: plt_library.c
   flags: -Wl,-z,now -fPIE -pie
   expectations: plt_lazy

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
