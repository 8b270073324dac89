/* Memory that is filled with the values that it has.

   What a routine writes is no input: an array of marks that is cleared for each
   call, a table that is made anew for each question, a buffer that is cleared for
   each short message have the same few cells as their size, whatever they cost.
   The tool counts what loops and the C library fill, and how much of it had these
   values before (x-sum-filled).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_FILLED_H
#define APROF_ADVICE_FILLED_H

#include "profile/model.h"

/* Return what to say of the routine with the greatest cost of such fills: sentences
   for people, which the caller frees.  NULL: there are none of much cost. */
char *filled_note(const model *m);

#endif
