/* Hints at --map: what each of two profiles has alone, and yet seems to be one
   file that has moved, or has another name now.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MAP_HINTS_H
#define APROF_MAP_HINTS_H

#include "compare/match.h"

/* After match_routines, whose `maps` they are: what match_tell says, those that have
   changed no name, and hints at one object and one source file at most. */
void map_hints_tell(const matching *m, renames *maps);

#endif
