/* Which routine `aprof list` lists, of those with samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_LIST_CHOICE_H
#define APROF_VERBS_LIST_CHOICE_H

#include "samples/table.h"

/* Return the row of the routine that a name means, of several the one with most
   time; of an inlined routine, that into which most of it is inlined, with a
   note on stderr.  A name may be the bare one of C++, shortened as aprof prof
   shows it, or a pattern.  NULL: there is none.  *others: how many more of the
   name there are.  t: the table of routines of s. */
const table_row *list_choice(const samples *s, const sample_table *t,
                             const char *wanted, size_t *others);

#endif
