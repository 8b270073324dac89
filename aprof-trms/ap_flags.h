/* The status flags, where nobody looks at them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_FLAGS_H
#define AP_FLAGS_H

#include "ap_base.h"

/* Takes out of a superblock what sets flags for others, which will overwrite
   them. */
void ap_flags_drop(IRSB *sb);

/* For each architecture: will code at this address overwrite all flags before
   it looks at any?  False where that is not certain. */
Bool ap_flags_are_overwritten(Addr code);
/* Are any of these bytes of the guest state part of the flags? */
Bool ap_flags_include(Int offset, Int size);

#endif
