/* Growth classes: their names, their order, and the functions behind them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_GROWTH_H
#define APROF_GROWTH_H

#include <stdbool.h>

/* GROWTH_POWER is n^K for a K that no other class has. */
typedef enum {
   GROWTH_CONSTANT, GROWTH_LOG, GROWTH_SQRT, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
   GROWTH_N15, GROWTH_QUADRATIC, GROWTH_QUADRATIC_LOG, GROWTH_CUBIC,
   GROWTH_EXPONENTIAL, GROWTH_POWER, GROWTH_UNDECIDED,
} growth_kind;
#define GROWTH_KINDS GROWTH_UNDECIDED      /* those with a posterior */

typedef struct {
   growth_kind kind;
   double power;                     /* K of GROWTH_POWER; of a term n log^K n,
                                        which is GROWTH_LINEARITHMIC; else 0 */
} growth;

/* Order by growth: negative, 0 or positive.  O(n^K) by K, exponential highest,
   undecided below all. */
int growth_compare(growth a, growth b);

/* "O(n log n)", "O(n^1.58)", "undecided", as in the contract of the verbs. */
#define GROWTH_NAME 24
const char *growth_name(char buffer[GROWTH_NAME], growth g);

/* The reverse, blanks aside; "O(n^2.0)" is the class of n^2.  False: no such
   class; undecided is none. */
bool growth_parse(const char *text, growth *g);

/* K of the class's n^K, logarithms aside: infinite for exponentials, and below
   all for undecided. */
double growth_power(growth g);

/* f(n) of the class, without a coefficient; the base of exponentials is 2.
   0 for undecided. */
double growth_at(growth g, double n);

#endif
