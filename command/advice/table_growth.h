/* Tables that a routine of the program moves when they grow.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_TABLE_GROWTH_H
#define APROF_ADVICE_TABLE_GROWTH_H

#include "assess/order.h"

/* Return the sentence that offers --reallocator for a routine whose few
   activations, each on about twice as much as the one before, are the largest
   inputs of a caller without a class; NULL: there is none.  The caller frees
   it. */
char *table_growth_note(const order_ranking *ranking);

#endif
