/* The ranking: which routine to look at first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/order.h"
#include "assess/attribution.h"
#include "assess/pieces.h"
#include "assess/rereads.h"
#include "assess/runtime_objects.h"
#include "assess/suspicion.h"
#include "assess/operations.h"
#include "assess/turns.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>

/* Routines of the program with a part in the cost, then what is shown of the
   libraries, then the rest of the program, then internals. */
static int group(const ranked *r)
{
   if (r->internal)
      return r->shown ? 1 : 3;
   return r->weighty ? 0 : 2;
}

/* The exponent of a routine of which too few sizes are known, as of one that no
   power explains (suspicion.c). */
#define UNKNOWN 1.0

/* Of routines that are no suspects: what their own work would cost at a hundred
   times the input, in any unit, as a power of 2: costs within a factor of two
   are about the same.  If the exponent is not known, then the work is what the
   routine does without its callees, of which more may be known. */
static double magnitude(const ranked *r)
{
   const bool known = r->steepness >= 0;
   const double work = known ? r->own : (double)r->assessment->sums.self.sum;

   return r->weighty && work > 0
          ? floor(log2(work * pow(100, known ? r->steepness : UNKNOWN))) : -1;
}

/* A likely suspect comes before a sure one if it threatens so many times as
   much: a table that is made anew now and then is surely n^2, with 6 % of the
   cost, and calls that search in it have 99 %. */
#define FAR_MORE 8.0

static void find_minor(ranked *list, size_t count)
{
   double most = 0;

   for (size_t i = 0; i < count; i++)
      if (list[i].suspicion == RANKED_LIKELY && ranked_is_suspect(&list[i]))
         most = fmax(most, list[i].threat);
   for (size_t i = 0; i < count; i++)
      list[i].minor = list[i].suspicion == RANKED_SURE &&
                      FAR_MORE * list[i].threat <= most;
}

static ranked_suspicion suspicion_of(const ranked *r)
{
   return r->minor ? RANKED_LIKELY : r->suspicion;
}

static int compare(const void *a, const void *b)
{
   const ranked *x = a, *y = b;
   const assessment *j = x->assessment, *k = y->assessment;
   const ranked_suspicion suspicion = suspicion_of(x);

   if (group(x) != group(y))
      return group(x) - group(y);
   if (x->weighty != y->weighty)
      return y->weighty - x->weighty;
   if (suspicion != suspicion_of(y))
      return (int)suspicion - (int)suspicion_of(y);
   if (suspicion == RANKED_LIKELY && (x->depth > 0) != (y->depth > 0))
      return x->depth > 0 ? 1 : -1;
   if (suspicion == RANKED_LIKELY && x->threat != y->threat)
      return x->threat > y->threat ? -1 : 1;
   if (x->suspicion == RANKED_REST && magnitude(x) != magnitude(y))
      return magnitude(x) > magnitude(y) ? -1 : 1;
   if (x->suspicion != RANKED_REST && x->band != y->band)
      return y->band - x->band;
   if (x->depth != y->depth)
      return x->depth < y->depth ? -1 : 1;
   if (x->suspicion == RANKED_REST && x->steepness != y->steepness)
      return x->steepness > y->steepness ? -1 : 1;
   if (x->own != y->own)
      return x->own > y->own ? -1 : 1;
   if (j->sums.outermost != k->sums.outermost)
      return j->sums.outermost > k->sums.outermost ? -1 : 1;
   if (j->routine != k->routine)
      return j->routine < k->routine ? -1 : 1;
   return (j->thread > k->thread) - (j->thread < k->thread);
}

order_ranking order_routines(const model *m, bool threads, bool open,
                             bool keep_points)
{
   const double cost = runtime_objects_program_cost(m);
   const assess_options options = {
      .threads = threads, .open = open, .keep_points = keep_points,
      .verdicts_from = suspicion_least_cost(cost),
   };
   order_ranking r = { .circles = circle_number_all(m) };

   r.assessments = assess_all(m, &options, &r.count);
   r.list = memory_new(r.count, sizeof *r.list);
   for (size_t i = 0; i < r.count; i++)
      r.list[i].assessment = &r.assessments[i];
   rereads_find(m, &r.circles, r.list, r.count, cost);
   turns_find(m, r.list, r.count, cost);
   operations_find(m, r.list, r.count, cost);
   pieces_find(m, &r.circles, r.list, r.count);
   suspicion_find(r.list, r.count, cost);
   attribution_find(m, r.list, r.count);
   suspicion_weigh(m, r.list, r.count, cost);
   suspicion_show(m, r.list, r.count, cost);
   find_minor(r.list, r.count);
   qsort(r.list, r.count, sizeof *r.list, compare);
   return r;
}

void order_free(order_ranking *r)
{
   assess_free(r->assessments, r->count);
   free(r->list);
   free(r->circles.of);
   *r = (order_ranking){ NULL, 0, NULL, { NULL, 0 } };
}
