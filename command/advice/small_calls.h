/* Very many small calls, such as those of a work list whose elements come back.

   A loop that calls a routine for each element of its input, on a few cells each
   time, reads its input a few times over; a sort or a search tree does so about
   twice for each doubling of its input.  Far more than that is work that comes
   again and again.  No call reads much, so that it is not what is read again
   (assess/rereads.h), and one run has one size of the routine with the loop.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_SMALL_CALLS_H
#define APROF_ADVICE_SMALL_CALLS_H

#include "profile/model.h"

/* Return what to say of the costliest such calls: sentences for people, which the
   caller frees.  NULL: there are none, or several runs tell more. */
char *small_calls_note(const model *m);

#endif
