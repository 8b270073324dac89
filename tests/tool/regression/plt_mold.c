/* Stubs of the linker mold, bound at the first call.

   engines: fast check
   library: plt_library.c
   flags: -fuse-ld=mold -Wl,-z,lazy -fPIE -pie
   same: --timestamp-limit=300

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
