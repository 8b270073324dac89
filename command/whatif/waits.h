/* What the threads of a program wait for, in words.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_WAITS_H
#define APROF_WHATIF_WAITS_H

#include "whatif/whatif.h"

#include <stdio.h>

/* Print a table of the places where threads wait for each other, if there are
   any that are worth it: not of waits for the end of a thread, and not of
   sleeps. */
void waits_print(const whatif *s, FILE *f);

/* Return the waits that are worth a sentence, those with most of the critical
   path first, and set their number.  The caller frees the list. */
const whatif_wait **waits_that_matter(const whatif *s, size_t *count);

/* Return what the threads wait for there, and what is done meanwhile; the
   caller frees the text. */
char *waits_sentence(const whatif *s, const whatif_wait *w);

/* Fewer waits for what is outside, as at a start, change little. */
enum { WAITS_RARE = 10 };

/* Return how often threads wait for descriptors that no thread of the program
   serves, or 0 if that is rare. */
uint64_t waits_outside(const whatif *s);

#endif
