/* Which callee carries the cost of a suspect, in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_LOAD_WORDS_H
#define APROF_ASSESS_LOAD_WORDS_H

#include "assess/ranked.h"

/* Return `72 % of that is find, O(n), called 5,000 times`, with the routine below
   that does the work; NULL: no callee carries the cost.  The caller frees it.
   name: returns the name of a routine, which is freed here; `data` is passed to
   it. */
char *load_words(const ranked *r, char *(*name)(size_t routine, void *data),
                 void *data);

#endif
