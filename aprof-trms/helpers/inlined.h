/* What instrumented code calls where inlined calls may begin and end.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_INLINED_H
#define HELPERS_INLINED_H

#include "callgraph/shadow_stack.h"

void helpers_inlined(UChar *guest, InlinedPoint *p);

#endif
