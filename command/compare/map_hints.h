/* Hints at --map: objects and source files that only one of two profiles has,
   but that seem to be one file with another name.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_MAP_HINTS_H
#define APROF_COMPARE_MAP_HINTS_H

#include "compare/match.h"

/* Print, after match_routines with these `maps`: the warnings of match_warn,
   maps that have changed no name, and hints at one object and one source file
   at most. */
void map_hints_print(const matching *m, renames *maps);

#endif
