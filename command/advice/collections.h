/* A garbage collector that has much of a run's cost.

   What a collector reads is no input, and its cost is charged to no caller: it runs
   in whichever routine allocates when a collection is due, or in threads of its own.
   Its work is the more the more memory is allocated.  So what matters is who gets
   that memory, which the tool counts (x-sum-allocations).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_COLLECTIONS_H
#define APROF_ADVICE_COLLECTIONS_H

#include "profile/model.h"

/* Return what to say if collectors have much of the cost: sentences for people, which
   the caller frees.  NULL: they do not. */
char *collections_note(const model *m);

#endif
