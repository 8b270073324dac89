/* The longest gaps of an operation in the course of the run.

   A search that ends anywhere in a list that grows has gaps of any length, but none
   is longer than the list.  So the longest one of each part of the run tells how the
   list grows.  What just gets rare, such as words that were not in a text before, has
   no such limit: the longest of many gaps is any.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef PEAKS_H
#define PEAKS_H

#include "base/base.h"

enum {
   PEAKS_KEPT = 256,            /* parts in memory */
   PEAKS_PARTS = 16,            /* parts in the profile */
};

typedef struct {
   ULong gaps;
   UInt shift;                  /* each part has 1 << shift gaps */
   ULong sums[PEAKS_KEPT], longest[PEAKS_KEPT];
} Peaks;

/* The gaps but those before and behind, which together are few operations. */
typedef struct {
   ULong gaps, sum;
   ULong longest[PEAKS_PARTS];  /* of each sixteenth of the gaps */
} PeaksCut;

void peaks_add(Peaks *p, ULong gap);
void peaks_cut(const Peaks *p, PeaksCut *cut);

#endif
