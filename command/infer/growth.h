/* Growth classes: their names, their order, and their functions.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_GROWTH_H
#define APROF_INFER_GROWTH_H

#include <stdbool.h>

/* GROWTH_POWER is n^K for a K that no other class has. */
typedef enum {
   GROWTH_CONSTANT, GROWTH_LOG, GROWTH_SQRT, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
   GROWTH_N15, GROWTH_QUADRATIC, GROWTH_QUADRATIC_LOG, GROWTH_CUBIC,
   GROWTH_EXPONENTIAL, GROWTH_POWER, GROWTH_UNDECIDED,
} growth_kind;
#define GROWTH_KINDS GROWTH_UNDECIDED      /* classes that have a posterior */

typedef struct {
   growth_kind kind;
   double power;                     /* K of GROWTH_POWER; K of a term
                                        n log^K n, which is of class
                                        GROWTH_LINEARITHMIC; 1 of a term n!,
                                        which is of class GROWTH_EXPONENTIAL;
                                        otherwise 0 */
} growth;

/* Compare by growth: negative, 0 or positive.  O(n^K) is ordered by K,
   exponential growth is the highest, undecided the lowest. */
int growth_compare(growth a, growth b);

/* Return whether a class grows faster than n log n. */
bool growth_is_steep(growth g);

/* Write "O(n log n)", "O(n^1.58)", "undecided".  Return the buffer. */
#define GROWTH_NAME_SIZE 24
const char *growth_name(char buffer[GROWTH_NAME_SIZE], growth g);

/* Read such a name; blanks are ignored, and "O(n^2.0)" is the class of n^2.
   Return false if the text names no class; "undecided" is not a class. */
bool growth_parse(const char *text, growth *g);

/* Return K of the class's n^K without logarithms: infinite for exponentials,
   minus infinity for undecided. */
double growth_power(growth g);

/* Return f(n) of the class or term, without a coefficient; the base of
   exponentials is 2.  Return 0 for undecided. */
double growth_at(growth g, double n);

#endif
