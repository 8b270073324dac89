/* What a report names first on one side of a comparison alone, in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_FIRST_WORDS_H
#define APROF_COMPARE_FIRST_WORDS_H

#include "assess/ranked.h"
#include "compare/change.h"

/* Return a sentence about the `first` of reread_changes on a side; NULL if there
   is none, or a change in the list says it.  The caller frees it.  name: returns
   the name of a routine of that side, which is freed here; `data` is passed to
   it. */
char *first_words(const matching *m, const change_list *list, int side,
                  const ranked *first,
                  char *(*name)(size_t routine, void *data), void *data);

#endif
