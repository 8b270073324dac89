/* Stubs in .plt.sec, with endbr64, bound at the first call.

   engines: fast check
   library: plt_library.c
   flags: -fcf-protection=full -Wl,-z,ibtplt -Wl,-z,lazy
   expectations: plt_lazy

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
