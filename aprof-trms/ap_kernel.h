/* System calls, signal frames and mappings -> kernelRead, kernelWrite, forget
   and move.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_KERNEL_H
#define AP_KERNEL_H

#include "ap_base.h"

/* Registers with Valgrind for all of its memory events. */
void ap_kernel_init(void);

#endif
