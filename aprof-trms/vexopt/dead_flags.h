/* The status flags, where nobody looks at them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_FLAGS_H
#define AP_FLAGS_H

#include "base/base.h"

/* Takes out of a superblock what sets flags for others, which will overwrite
   them. */
void ap_flags_drop(IRSB *sb);

#endif
