/* Writes to parts of registers become writes to whole registers.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_PARTIAL_REGISTERS_H
#define VEXOPT_PARTIAL_REGISTERS_H

#include "base/base.h"

/* Return a superblock that does the same as `in`, but writes registers only as
   a whole. */
IRSB *partial_registers_merge(const IRSB *in);

#endif
