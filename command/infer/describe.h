/* A verdict in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_DESCRIBE_H
#define APROF_INFER_DESCRIBE_H

#include "infer/verdict.h"

/* Write the class, by its confidence: "O(n)", "likely O(n)", "O(n) or
   O(n log n)", "undecided".  Return the buffer. */
#define VERDICT_PHRASE 64
const char *verdict_phrase(char buffer[VERDICT_PHRASE], const verdict *v);

/* Return the curve's formula: "4 n + 11", "0.5 n^2 from n = 64"; "" if there is
   none.  The caller frees it. */
char *verdict_formula(const verdict *v);

/* Write the names of warnings, "few-sizes,trace", as programs read them; "" if
   there are none.  Return the buffer. */
#define VERDICT_WARNINGS 160
const char *verdict_warnings(char buffer[VERDICT_WARNINGS], unsigned warnings);

/* Return a sentence, without a full stop, that explains one of a verdict's
   warnings.  The caller frees it. */
char *verdict_explanation(const verdict *v, warning w);

#endif
