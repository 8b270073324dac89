/* Hints at --map: what each of two profiles has alone, and yet seems to be one
   file that has moved, or has another name now.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MAP_HINTS_H
#define APROF_MAP_HINTS_H

#include "match.h"

/* Notes at most one object and one source file; `maps` as for match_routines. */
void map_hints_tell(const matching *m, renames *maps);

#endif
