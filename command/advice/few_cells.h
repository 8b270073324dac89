/* Very much work on a few cells.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_FEW_CELLS_H
#define APROF_ADVICE_FEW_CELLS_H

#include "assess/order.h"

/* Return what to say if a routine does most of the program's work in calls that
   read far too few cells for it: sentences for people, which the caller frees.
   NULL: there is none.  They come first, and no inputs of twice the size are
   proposed: each character more may double the cost. */
char *few_cells_note(const order_ranking *ranking);

#endif
