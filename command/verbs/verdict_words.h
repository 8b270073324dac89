/* Verdicts in the words of the sentences of `aprof report`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_VERBS_VERDICT_WORDS_H
#define APROF_VERBS_VERDICT_WORDS_H

#include "infer/verdict.h"

/* Return how a routine grows, with how sure that is, such as "likely grows as n^2";
   of a class in doubt "looks like n^2".  The caller frees it. */
char *verdict_words(const verdict *v, bool is_doubted);

/* Return the points on which a class is based, in parentheses; the caller frees
   it.  unit: of the sizes (assess_size_unit). */
char *verdict_words_basis(const verdict *v, const char *unit);

#endif
