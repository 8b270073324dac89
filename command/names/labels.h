/* Labels: for each routine a name that finds it alone.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_LABELS_H
#define APROF_NAMES_LABELS_H

#include "profile/model.h"

/* Return for each routine of a model a name that --routine takes and that no
   other routine has: its own name, NAME@FILE, its symbol, NAME@FILE:LINE,
   NAME@OBJECT or NAME@OBJECT+0xOFFSET.  A context, which is chosen by its
   routine, keeps its own name. */
char **labels_new(const model *m);
void labels_free(const model *m, char **labels);

/* Return the name of a routine, or of a context, for a sentence, shortened; others
   may have the same.  The caller frees it. */
char *labels_of_row(const model *m, size_t routine);

/* The same, with a model * as the second argument, as sentences take it. */
char *labels_of_model(size_t routine, void *m);

/* Return a routine's label as a sentence has it, shortened; the caller frees
   it.  labels: a char **, for often_called_describe. */
char *labels_in_sentence(size_t routine, void *labels);

#endif
