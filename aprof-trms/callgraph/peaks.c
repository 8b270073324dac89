/* The longest gaps of an operation in the course of the run: see
   callgraph/peaks.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/peaks.h"

/* What a program does before the loop in question, such as reading its lines, and
   behind it, is this part of the operations at most. */
enum { BESIDE_PART = 64 };

static void join_pairs(Peaks *p)
{
   for (UInt i = 0; i < PEAKS_KEPT; i++) {
      const ULong sum = p->sums[i], longest = p->longest[i];

      p->sums[i] = p->longest[i] = 0;
      p->sums[i / 2] += sum;
      if (longest > p->longest[i / 2])
         p->longest[i / 2] = longest;
   }
   p->shift++;
}

void peaks_add(Peaks *p, ULong gap)
{
   ULong part;

   if (p->gaps >> p->shift == PEAKS_KEPT)
      join_pairs(p);
   part = p->gaps++ >> p->shift;
   p->sums[part] += gap;
   if (gap > p->longest[part])
      p->longest[part] = gap;
}

/* Cut off parts from `from` on, in the direction `step`, that together have no more
   than a part of the operations; return the first one that stays. */
static UInt cut_end(const Peaks *p, ULong all, UInt from, Int step)
{
   ULong beside = p->sums[from];

   while (beside <= all / BESIDE_PART) {
      from += step;
      beside += p->sums[from];
   }
   return from;
}

void peaks_cut(const Peaks *p, PeaksCut *cut)
{
   ULong all = 0;
   UInt first, past, length;

   *cut = (PeaksCut){ 0 };
   /* The last part may have few gaps. */
   past = (UInt)(p->gaps >> p->shift);
   for (UInt i = 0; i < past; i++)
      all += p->sums[i];
   if (all == 0)
      return;
   first = cut_end(p, all, 0, 1);
   past = cut_end(p, all, past - 1, -1) + 1;
   length = past - first;
   cut->gaps = (ULong)length << p->shift;
   for (UInt i = first; i < past; i++)
      cut->sum += p->sums[i];
   for (UInt k = 0; k < PEAKS_PARTS; k++) {
      UInt i = first + k * length / PEAKS_PARTS;

      do {
         if (p->longest[i] > cut->longest[k])
            cut->longest[k] = p->longest[i];
      } while (++i < first + (k + 1) * length / PEAKS_PARTS);
   }
}
