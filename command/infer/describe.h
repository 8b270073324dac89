/* A verdict in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_DESCRIBE_H
#define APROF_INFER_DESCRIBE_H

#include "infer/verdict.h"

/* Write the class, by its confidence: "O(n)", "likely O(n)", "O(n) or
   O(n log n)", "undecided".  Return the buffer. */
#define DESCRIBE_CLASS_SIZE 64
const char *describe_class(char buffer[DESCRIBE_CLASS_SIZE], const verdict *v);

/* The same of a class that is in doubt for other reasons than its points: where
   the points make it likely or sure, "doubtful O(n^2)". */
const char *describe_doubted_class(char buffer[DESCRIBE_CLASS_SIZE],
                                   const verdict *v);

/* Return the curve's formula: "4 n + 11", "0.5 n^2 from n = 64"; "" if there is
   none.  The caller frees it. */
char *describe_formula(const verdict *v);

/* Return an exponential curve's leading term in short: "1.62^n", "n!".  The
   caller frees it. */
char *describe_exponential(const verdict_curve *curve);

/* Write the names of warnings, "few-sizes,trace", as programs read them; "" if
   there are none.  Return the buffer. */
#define DESCRIBE_WARNINGS_SIZE 160
const char *describe_warnings(char buffer[DESCRIBE_WARNINGS_SIZE],
                              unsigned warnings);

/* Return a sentence, without a full stop, that explains one of a verdict's
   warnings.  The caller frees it. */
char *describe_warning(const verdict *v, warning w);

#endif
