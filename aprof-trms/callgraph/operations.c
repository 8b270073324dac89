/* Operations of an interpreter: see callgraph/operations.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/operations.h"
#include "symbols/routines.h"

/* Operations of a stretch of code, at most: an interpreter has some hundred. */
enum { MOST = 1024 };
/* An operation is in the profile if it has this number of long gaps, of this
   length on average, which are a quarter of all operations together. */
enum { LEAST_GAPS = 64, LEAST_LENGTH = 64 };
/* A gap goes on with the series if it differs by this part from the one before, or
   from the one before that, or by less than the length of a short gap.  A single
   one that does not is left out; two end the series. */
enum { NEAR_PART = 4 };

typedef struct {
   ULong gaps, sum;
   prof_sum moment, squares;
} Series;

typedef struct {
   Addr target;                 /* never 0 */
   ULong at;                    /* number of the operation when it was executed
                                   last */
   ULong last, before_last;     /* the latest gaps */
   Bool is_odd;                 /* the latest has been left out */
   Routine *routine;
   Series now, longest;
   Peaks *peaks;                /* of all long gaps; NULL: there are none */
} Operation;

#define HASH_TABLE             targets
#define HASH_TABLE_ELEMENT     Operation
#define HASH_TABLE_KEY         Addr
#define HASH_TABLE_IS_EMPTY(e) ((e).target == 0)
#define HASH_TABLE_KEY_OF(e)   ((e).target)
#define HASH_TABLE_EQUAL(e, k) ((e).target == (k))
#define HASH_TABLE_HOME(k, b)  hash_table_home(k, b)
#define HASH_TABLE_CENTRE      "aprof.operations"
#define HASH_TABLE_FIRST_BITS  4
#include "engine/shadow/hash_table.h"

struct _Operations {
   Addr start, end;
   ULong now;                   /* number of operations so far */
   targets known;
};

Operations *operations_new(Addr start, Addr end)
{
   Operations *o = VG_(calloc)("aprof.operations", 1, sizeof *o);

   o->start = start;
   o->end = end;
   return o;
}

static __attribute__((noinline)) void add(Operations *o, Addr target)
{
   Operation new = { .target = target, .at = o->now };

   if (o->known.count == MOST || target == 0)
      return;
   if (target < o->start || target >= o->end)
      new.routine = routines_at(target)->home;
   *targets_add(&o->known, target) = new;
}

static inline Bool is_near(ULong gap, ULong before)
{
   ULong difference = gap < before ? before - gap : gap - before;

   return difference < OPERATIONS_LONG + before / NEAR_PART;
}

static const Series *longest_of(const Operation *p)
{
   return p->now.sum > p->longest.sum ? &p->now : &p->longest;
}

static __attribute__((noinline)) void add_gap(Operation *p, ULong gap)
{
   Bool was_odd = p->is_odd;

   p->is_odd = !is_near(gap, p->last) && !is_near(gap, p->before_last);
   p->before_last = p->last;
   p->last = gap;
   if (p->peaks == NULL)
      p->peaks = VG_(calloc)("aprof.operations.peaks", 1, sizeof *p->peaks);
   peaks_add(p->peaks, gap);
   if (p->is_odd && !was_odd)
      return;
   if (p->is_odd) {
      p->longest = *longest_of(p);
      p->now = (Series){ 0 };
   }
   p->now.moment += (prof_sum)gap * (2 * p->now.gaps + 1);
   p->now.squares += (prof_sum)gap * gap;
   p->now.gaps++;
   p->now.sum += gap;
}

void operations_next(Operations *o, Addr target)
{
   Operation *p = targets_find(&o->known, target);
   ULong gap;

   o->now++;
   if (UNLIKELY(p == NULL)) {
      add(o, target);
      return;
   }
   gap = o->now - p->at;
   p->at = o->now;
   if (UNLIKELY(gap >= OPERATIONS_LONG))
      add_gap(p, gap);
}

void operations_forget(Operations *o)
{
   Operation *p;
   size_t i = 0;

   while ((p = targets_next(&o->known, &i)) != NULL)
      VG_(free)(p->peaks);
   targets_free(&o->known);
   o->now = 0;
}

/* Return whether gaps are much of all operations, and long. */
static Bool is_much(const Operations *o, ULong gaps, ULong sum)
{
   return gaps >= LEAST_GAPS && sum / gaps >= LEAST_LENGTH && sum >= o->now / 4;
}

void operations_list(const Operations *o, XArray *list)
{
   const Operation *p;
   size_t i = 0;

   while ((p = targets_next(&o->known, &i)) != NULL) {
      const Series *s = longest_of(p);
      OperationGaps found = {
         .place = p->target - o->start, .routine = p->routine, .all = o->now,
      };

      if (is_much(o, s->gaps, s->sum)) {
         found.gaps = s->gaps;
         found.sum = s->sum;
         found.moment = s->moment;
         found.squares = s->squares;
         VG_(addToXA)(list, &found);
      }
      if (p->peaks == NULL)
         continue;
      peaks_cut(p->peaks, &found.cut);
      if (is_much(o, found.cut.gaps, found.cut.sum)) {
         found.is_cut = True;
         found.gaps = found.cut.gaps;
         found.sum = found.cut.sum;
         VG_(addToXA)(list, &found);
      }
   }
}
