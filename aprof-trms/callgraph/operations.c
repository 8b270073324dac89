/* Operations of an interpreter: see callgraph/operations.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/operations.h"
#include "symbols/routines.h"

/* Places in the table, a power of two, and how many may be in use: an interpreter
   has some hundred operations. */
enum { PLACES = 2048, MOST = 1024 };
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
   Addr target;                 /* 0: the place is free */
   ULong at;                    /* number of the operation when it was executed
                                   last */
   ULong last, before_last;     /* the latest gaps */
   Bool is_odd;                 /* the latest has been left out */
   Routine *routine;
   Series now, longest;
} Operation;

struct _Operations {
   Addr start, end;
   ULong now;                   /* number of operations so far */
   UInt used;
   Operation places[PLACES];
};

Operations *operations_new(Addr start, Addr end)
{
   Operations *o = VG_(calloc)("aprof.operations", 1, sizeof *o);

   o->start = start;
   o->end = end;
   return o;
}

void operations_free(Operations *o)
{
   if (o != NULL)
      VG_(free)(o);
}

/* Return the place of the target, or the free one where it would be. */
static inline Operation *place_of(Operations *o, Addr target)
{
   UWord i = target ^ target >> 11;

   while (o->places[i % PLACES].target != target
          && o->places[i % PLACES].target != 0)
      i++;
   return &o->places[i % PLACES];
}

static __attribute__((noinline)) void
add(Operations *o, Operation *p, Addr target)
{
   if (o->used == MOST)
      return;
   o->used++;
   p->target = target;
   p->at = o->now;
   if (target < o->start || target >= o->end)
      p->routine = routines_at(target)->home;
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
   Operation *p = place_of(o, target);
   ULong gap;

   o->now++;
   if (UNLIKELY(p->target == 0)) {
      add(o, p, target);
      return;
   }
   gap = o->now - p->at;
   p->at = o->now;
   if (UNLIKELY(gap >= OPERATIONS_LONG))
      add_gap(p, gap);
}

void operations_forget(Operations *o)
{
   const Addr start = o->start, end = o->end;

   VG_(memset)(o, 0, sizeof *o);
   o->start = start;
   o->end = end;
}

void operations_list(const Operations *o, XArray *list)
{
   for (UInt i = 0; i < PLACES; i++) {
      const Operation *p = &o->places[i];
      const Series *s = longest_of(p);
      OperationGaps found = { p->target - o->start, p->routine, s->gaps, s->sum,
                              s->moment, s->squares, o->now };

      if (s->gaps >= LEAST_GAPS && s->sum / s->gaps >= LEAST_LENGTH
          && s->sum >= o->now / 4)
         VG_(addToXA)(list, &found);
   }
}
