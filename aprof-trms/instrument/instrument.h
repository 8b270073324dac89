/* Superblock in, instrumented superblock out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef INSTRUMENT_H
#define INSTRUMENT_H

#include "base/base.h"

/* Return the instrumented superblock.  For VG_(basic_tool_funcs), which
   describes the arguments. */
IRSB *instrument_superblock(VgCallbackClosure *closure, IRSB *in,
                            const VexGuestLayout *layout,
                            const VexGuestExtents *extents,
                            const VexArchInfo *host, IRType guest_word,
                            IRType host_word);

#endif
