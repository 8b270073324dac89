/* Superblock in, superblock out: the guest's registers are written whole.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_REGISTERS_H
#define AP_REGISTERS_H

#include "base/base.h"

/* A superblock that does the same to the program, but changes its registers
   only as a whole. */
IRSB *ap_registers_whole(const IRSB *in);

#endif
