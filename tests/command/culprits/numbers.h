/* What the programs of tests/command/culprits share: numbers that are the same
   in each run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef NUMBERS_H
#define NUMBERS_H

static unsigned number_state = 1;

/* Return a number below `limit`. */
static inline unsigned number_below(unsigned limit)
{
   number_state = number_state * 1103515245 + 12345;
   return (number_state >> 8) % limit;
}

#endif
