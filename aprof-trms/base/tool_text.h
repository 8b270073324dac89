/* Texts of the tool, which has no libc.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_TOOL_TEXT_H
#define BASE_TOOL_TEXT_H

#include "base/base.h"

static inline Bool text_begins(const HChar *text, const HChar *start)
{
   return VG_(strncmp)(text, start, VG_(strlen)(start)) == 0;
}

/* Return the part of a path that follows its folder.  (The text of
   VG_(basename) is good until its next call only.) */
static inline const HChar *text_base(const HChar *path)
{
   const HChar *slash = VG_(strrchr)(path, '/');

   return slash == NULL ? path : slash + 1;
}

#endif
