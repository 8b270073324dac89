/* Superblock in, instrumented superblock out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_INSTRUMENT_H
#define AP_INSTRUMENT_H

#include "base/base.h"

/* For VG_(basic_tool_funcs). */
IRSB *ap_instrument(VgCallbackClosure *closure, IRSB *in,
                    const VexGuestLayout *layout,
                    const VexGuestExtents *extents, const VexArchInfo *host,
                    IRType guest_word, IRType host_word);

#endif
