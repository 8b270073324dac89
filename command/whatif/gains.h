/* The routines of a series, and what they gain.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_GAINS_H
#define APROF_WHATIF_GAINS_H

#include "whatif/whatif.h"

/* Columns of a routine's name; and the percentage of the speed-up at which
   routines are compared. */
enum { GAINS_NAME_WIDTH = 24, GAINS_USUAL = 25 };

/* A routine of a series, and its points in ascending order of percent. */
typedef struct {
   const char *name;
   char *shown;                       /* the name as far as it fits */
   double self, slope;                /* in percent */
   const whatif_point **points;
   size_t count;
} gains_row;

/* Return a name in the language of its source, shortened to a width; the caller
   frees it.  In a series routines have the names of their symbols, by which the
   tool knows them. */
char *gains_name(const char *name, size_t width);

/* Return the routines that have points, in the order and with the least number
   of points that the series asks for.  gains_free frees them. */
gains_row *gains_rows(const whatif *s, size_t *count);
/* Return the row of the routine of that name, or NULL. */
const gains_row *gains_find(const gains_row *rows, size_t count,
                            const char *name);
void gains_free(gains_row *rows, size_t count);

/* Return the point whose percentage is next to GAINS_USUAL, of those that are
   done, or NULL. */
const whatif_point *gains_usual_point(const gains_row *r);

/* Return what gains: "the program", or its progress point.  The caller frees
   the text. */
char *gains_subject(const whatif *s);

#endif
