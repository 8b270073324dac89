/* How the inputs of an edge's calls change in the course of the run: see
   callgraph/course.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/course.h"

static void join_pairs(Course *c)
{
   for (UInt i = 0; i < COURSE_KEPT; i++) {
      const ULong cells = c->cells[i];

      c->cells[i] = 0;
      c->cells[i / 2] += cells;
   }
   c->shift++;
}

void course_add(Course *c, ULong before, ULong cells)
{
   if (before >> c->shift == COURSE_KEPT)
      join_pairs(c);
   c->cells[before >> c->shift] += cells;
}

/* Return what the calls have read up to a point in the run, if the calls of a
   part have read as much each.  `calls` and `until` are in sixteenths of a
   call. */
static ULong read_until(const Course *c, ULong calls, ULong until)
{
   ULong cells = 0, length = (ULong)COURSE_PARTS << c->shift;
   const ULong whole = until / length, rest = until % length;

   for (UInt i = 0; i < whole; i++)
      cells += c->cells[i];
   if (rest == 0)
      return cells;
   if (length > calls - whole * length)
      length = calls - whole * length;
   return cells + c->cells[whole] / length * rest
          + c->cells[whole] % length * rest / length;
}

void course_cut(const Course *c, ULong calls, ULong parts[COURSE_PARTS])
{
   ULong before = 0;

   for (UInt i = 0; i < COURSE_PARTS; i++) {
      const ULong now = read_until(c, calls * COURSE_PARTS, calls * (i + 1));
      parts[i] = now - before;
      before = now;
   }
}
