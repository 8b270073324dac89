/* How far a mistyped name is from another one.

   text/ is compiled twice, into the tool and into the command, so it uses
   neither libc nor Valgrind.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TEXT_EDITS_H
#define APROF_TEXT_EDITS_H

#include <stdbool.h>
#include <stddef.h>

/* Return the least number of bytes to insert, to delete, to replace, and of
   neighbours to exchange, that makes one text of the other (the distance of
   Damerau and Levenshtein, without edits of what was exchanged).  Of a text only
   the first EDITS_LONGEST bytes are compared, which bounds the work. */
enum { EDITS_LONGEST = 100 };
size_t edits_between(const char *a, const char *b);

/* Return whether so many edits of a typed name of n bytes are a slip: a third
   of its bytes at the most, and not all of them. */
bool edits_are_few(size_t edits, size_t n);

#endif
