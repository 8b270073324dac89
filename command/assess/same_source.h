/* Routines of one source in several programs, such as those of a library that is
   linked into each of a project's tests: what holds of the code is told once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SAME_SOURCE_H
#define APROF_ASSESS_SAME_SOURCE_H

#include "assess/ranked.h"

/* Return whether one of the routines that are told has the name, the source file
   and the line of `r`, and lies in another object. */
bool same_source_is_told(const ranked *const *told, size_t count,
                         const ranked *r);

/* Return "The same holds for sort in two and three", and how to make one routine of
   them: the objects, besides that of `told`, with such a routine that is a suspect
   among `count` rows.  NULL: there is none.  The caller frees the text. */
char *same_source_words(const ranked *const *rows, size_t count,
                        const ranked *told);

#endif
