/* Texts of the tool, which has no libc.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_TOOL_TEXT_H
#define BASE_TOOL_TEXT_H

#include "base/base.h"

static inline Bool text_begins(const HChar *text, const HChar *start)
{
   return VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

#endif
