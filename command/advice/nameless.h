/* Files without symbols, whose routines have no names of their own.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_NAMELESS_H
#define APROF_ADVICE_NAMELESS_H

#include "assess/order.h"

/* Return a sentence about the file with the greatest cost of its own in routines
   without a symbol that may have rows, if that is a fifth of the program's cost
   or more; else NULL.  The caller frees it. */
char *nameless_note(const order_ranking *ranking);

/* Return ", called by sort_rows" or ", called below sort_rows": the routine next above
   one without a name that has one, by the callers with most of the cost.  A library's
   users know what they call.  "": it has a name, or there is none.  The caller frees
   it. */
char *nameless_caller(const model *m, size_t routine);

#endif
