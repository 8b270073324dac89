/* Routines that work on the pieces which a recursion leaves.

   A sort that divides its data leaves small pieces to another routine, which may
   be quadratic: the pieces are bounded, however large the data are.  Points of
   that routine alone don't show it, its caller's do.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_PIECES_H
#define APROF_ASSESS_PIECES_H

#include "assess/circle.h"
#include "assess/ranked.h"

/* Set `piece` of each routine that gets bounded pieces of a recursion's data
   only. */
void pieces_find(const model *m, const circle_numbers *circles, ranked *list,
                 size_t count);

#endif
