/* A series as a table with sentences, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_GAINS_H
#define APROF_WHATIF_GAINS_H

#include "whatif/whatif.h"

#include <stdio.h>

/* A routine of a series, and its points in ascending order of percent. */
typedef struct {
   const char *name;
   char *shown;                       /* the name as far as it fits */
   double self, slope;                /* in percent */
   const whatif_point **points;
   size_t count;
} gains_row;

/* Return the routines that have points, in the order and with the least number
   of points that the series asks for.  gains_free frees them. */
gains_row *gains_rows(const whatif *s, size_t *count);
/* Return the row of the routine of that name, or NULL. */
const gains_row *gains_find(const gains_row *rows, size_t count,
                            const char *name);
void gains_free(gains_row *rows, size_t count);

/* Print the sentences that say what gains, what does not, and what was not
   measured. */
void gains_print_sentences(const whatif *s, FILE *f);

/* Return what gains: "the program", or its progress point.  The caller frees
   the text. */
char *gains_subject(const whatif *s);

/* Print a table for each progress point; without any, for the program's
   time. */
void gains_print(const whatif *s, FILE *f);

#endif
