/* What a rule has found: how many things, and the words on the first of them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_FINDINGS_H
#define APROF_RULES_FINDINGS_H

#include <stddef.h>

/* Things that are named in a line of evidence, at most. */
enum { FINDINGS_NAMED = 3 };

typedef struct {
   size_t count;
   char *text;                        /* names the first FINDINGS_NAMED */
} findings;

/* Return findings without any; findings_free frees them. */
findings findings_none(void);
void findings_free(findings *f);

/* Add one.  Frees `what`, the words on it. */
void findings_add(findings *f, char *what);

/* The same, before all that were added. */
void findings_add_first(findings *f, char *what);

/* Return the evidence, "2 routines: ...", which the caller frees. */
char *findings_describe(const findings *f);

#endif
