/* Names of routines that fit into a column and still differ.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_DISTINCT_H
#define APROF_NAMES_DISTINCT_H

#include <stddef.h>

/* Return each name as shorten_name does.  Where different names become equal by
   that, what distinguishes them follows in brackets: `sort [int]`.  A name that
   is NULL stays so.  contexts: NULL, or for each name NULL, or the context that
   it joins, which is shortened as shorten_context does.  The caller frees each, and
   the list. */
char **distinct_names(const char *const *names, char *const *const *contexts,
                      size_t count, size_t width);

#endif
