/* Costs of neighbouring sizes, put together: see assess/pooled.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/pooled.h"
#include "assess/doubts.h"
#include "base/memory.h"

/* The largest sizes, and calls of each of them, at the most. */
#define DECADE 10.0
#define FEW_EACH 2.0
/* Sizes of this number, at the least, ... */
#define MANY_SIZES 64
/* ... that differ by less than this factor are one, from this size on. */
#define WIDTH 1.2
#define LEAST_SIZE 32

bool pooled_helps(const prof_tuple *points, size_t count)
{
   double all = 0, calls = 0;
   size_t sizes = 0;

   if (count < MANY_SIZES)
      return false;
   for (size_t i = 0; i < count; i++)
      all += (double)points[i].calls;
   for (size_t i = count; i > 0; i--) {
      if (DECADE * (double)points[i - 1].size < (double)points[count - 1].size)
         break;
      calls += (double)points[i - 1].calls;
      sizes++;
   }
   return sizes >= DOUBTS_FEWEST_SIZES && calls <= FEW_EACH * (double)sizes &&
          all > FEW_EACH * (double)count;
}

prof_tuple *pooled_points(const prof_tuple *points, size_t count, size_t *found)
{
   prof_tuple *list = memory_new(count + 1, sizeof *list);

   *found = 0;
   for (size_t i = 0; i < count;) {
      const double first = (double)points[i].size;
      prof_tuple sum = points[i];
      double cells = first * (double)sum.calls;

      for (i++; i < count && first >= LEAST_SIZE &&
           (double)points[i].size < WIDTH * first; i++) {
         cells += (double)points[i].size * (double)points[i].calls;
         sum.calls += points[i].calls;
         sum.cost.sum += points[i].cost.sum;
      }
      sum.size = (uint64_t)(cells / (double)sum.calls + .5);
      list[(*found)++] = sum;
   }
   return list;
}
