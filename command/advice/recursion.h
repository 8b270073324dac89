/* Recursions that go through the same data again and again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_RECURSION_H
#define APROF_ADVICE_RECURSION_H

#include "assess/order.h"

#include <stdbool.h>

/* Return what to say if a recursion has much of the cost and many more calls
   than its input has cells: sentences for people, which the caller frees.
   NULL: there is no such recursion.  Set *leads to whether it is known to do the
   same again and again, and has most of the cost: then the sentences come
   first. */
char *recursion_note(const order_ranking *ranking, bool *leads);

#endif
