/* Dead-flag elimination: stores to the status flags that no instruction reads.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_DEAD_FLAGS_H
#define VEXOPT_DEAD_FLAGS_H

#include "base/base.h"

/* Remove from the superblock the stores to flags which the code behind it
   overwrites. */
void dead_flags_remove(IRSB *sb);

#endif
