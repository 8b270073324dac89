/* Stubs in .plt, bound at the first call.

   engines: fast check
   library: plt_library.c
   flags: -Wl,-z,lazy -fPIE -pie
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
