/* Routines that perhaps run under another name in the new program.

   Routines are matched by their names.  One that was renamed is gone, and there
   is a new one: of the same file, with the same calls, of the same cost.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_OTHER_NAMES_H
#define APROF_COMPARE_OTHER_NAMES_H

#include "compare/change.h"

/* Find for each change in the list the pair that has its routine under another
   name on the other side; SIZE_MAX: there is none, or there are several.  The
   caller frees the list. */
size_t *other_names_find(const matching *m, const change_list *list);

#endif
