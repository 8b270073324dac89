/* How the whole program grows, by several runs in which main, or what its threads
   run, has nearly all of the cost.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_WHOLE_GROWTH_H
#define APROF_ADVICE_WHOLE_GROWTH_H

#include "assess/order.h"

/* Return whether several runs show that the whole program grows as n log n or
   slower, so far at least. */
bool whole_growth_is_known(const order_ranking *ranking);

/* Return the sentence that says how the whole program grows, if several runs
   show that it is as n log n or slower, or that it was so far, while a routine has
   begun to grow faster; NULL: they do not.  No routine of the
   ranking is a suspect.  Where hints or an excess say more, do not ask.  The
   caller frees the text.  How the whole program grows is known then, though most of
   its routines may be undecided. */
char *whole_growth_praise(const order_ranking *ranking);

#endif
