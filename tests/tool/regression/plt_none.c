/* No stubs: indirect calls through the table.

   engines: fast check
   library: plt_library.c
   flags: -fno-plt

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plt.h"
