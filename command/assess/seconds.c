/* The growth of the routines in a table of samples.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/seconds.h"
#include "assess/caches.h"
#include "assess/order.h"
#include "assess/row_match.h"
#include "assess/run_growth.h"
#include "assess/scaling.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/message.h"
#include "recorder/ladder.h"
#include "samples/counts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* --- caches --- */

/* The counts of each image, read when they are first asked for. */
typedef struct {
   const char *name;                  /* NULL: there are none */
   counts *of;                        /* of each image */
   bool *known;
   ladder memory;
} image_counts;

/* Return the counts of an image, or NULL after one line on stderr. */
static const counts *counts_of(image_counts *c, const samples *s,
                               uint32_t image, unsigned long scale)
{
   if (c->known[image])
      return &c->of[image];
   if (!counts_read_any(&c->of[image], c->name, s->images[image].path) ||
       !caches_fit(&c->of[image], c->name, scale))
      return NULL;
   c->known[image] = true;
   return &c->of[image];
}

/* Say so if other work was counted than recorded. */
static void note_other_work(const image_counts *c, const samples *s)
{
   for (size_t i = 0; i < s->image_count; i++)
      if (c->known[i]) {
         counts_note_other_work(&c->of[i], s);
         return;
      }
}

static void free_counts(image_counts *c, const samples *s)
{
   for (size_t i = 0; i < s->image_count; i++)
      counts_free(&c->of[i]);
   free(c->of);
   free(c->known);
}

/* Cells of 4 bytes may be the only ones of their line that are used. */
#define MOST_SPREAD 16

/* Find how much longer a step of a row may take with data of `bytes` that
   become `scale` times as large.  Return false after one line on stderr. */
static bool find_slower(double *slower, image_counts *c, const samples *s,
                        const table_row *row, double bytes,
                        unsigned long scale)
{
   const double most = ladder_slower(&c->memory, bytes, scale);
   const bool in_time =
      strcmp(s->events[samples_main_event(s)].unit, "ns") == 0;
   const counts *known;
   double added;

   *slower = most > SECONDS_STEP ? INFINITY : most;
   if (c->name == NULL || !in_time)
      return true;
   known = counts_of(c, s, row->image, scale);
   if (known == NULL)
      return false;
   added = caches_added(known, row->start, row->end, &c->memory, scale,
                        MOST_SPREAD * bytes * scale);
   if (added >= 0 && row->weight > 0)
      *slower = fmin(most, 1 + added * (double)s->run_count / row->weight);
   return true;
}

/* --- growth --- */

/* Return the logarithm of the quotient of an end of the range, where the caches
   do not matter, and the middle. */
static double distance(double curve, double rest)
{
   const double step = log(SECONDS_STEP);

   return sqrt(curve * curve + rest * rest + step * step);
}

seconds_then seconds_then_of(const seconds_growth *g, const table_row *row,
                             double time)
{
   const double error = 1.96 / sqrt((double)row->count);
   const double then = time * g->p.factor;
   seconds_then r = { then, 0, 0 };

   if (g->p.low > 0 && error < 1)
      r.low = then / exp(distance(log(g->p.factor / g->p.low),
                                  log(1 - error))) / g->shorter;
   r.high = then * g->slower * exp(distance(log(g->p.high / g->p.factor),
                                            log1p(error)));
   return r;
}

const char *seconds_class(char buffer[GROWTH_NAME_SIZE],
                          const seconds_growth *g)
{
   return g->p.growth.kind == GROWTH_UNDECIDED ? "-"
                                               : growth_name(buffer, g->p.growth);
}

bool seconds_leaves_cache(const seconds_growth *g)
{
   return g->slower > SECONDS_STEP;
}

/* What the profile says of growth. */
typedef struct {
   const model *m;
   unsigned long scale;
   double data;                       /* by_runs: bytes that a run reads */
   scaling *list;                     /* by routine; NULL: it is of one run, or
                                         its runs are of one input */
   order_ranking ranking;
   const ranked **rereads;            /* by routine: the suspect whose cost is
                                         the square by the routine's work, as
                                         the report says; or NULL */
   const ranked **repeated;           /* by routine: the suspect that makes it read
                                         the same again and again; or NULL */
} predictions;

/* Find what the report says of one run.  The first suspect comes first. */
static void find_rereads(predictions *p)
{
   p->rereads = memory_new(p->m->routine_count + 1, sizeof *p->rereads);
   p->repeated = memory_new(p->m->routine_count + 1, sizeof *p->repeated);
   p->ranking = order_routines(p->m, false, false, true);
   for (size_t i = 0; i < p->ranking.count; i++) {
      const ranked *r = &p->ranking.list[i];
      const size_t at = r->reread.callee == RANKED_NONE
                        ? r->assessment->routine : r->reread.callee;

      if (r->by_reread && ranked_is_suspect(r) && p->rereads[at] == NULL)
         p->rereads[at] = r;
      if (ranked_is_suspect(r) && r->reread.callee != RANKED_NONE) {
         const size_t work = worker_or(worker_of_reread(r), r->reread.callee);

         if (p->repeated[work] == NULL)
            p->repeated[work] = r;
      }
   }
}

static predictions find_predictions(const model *m, unsigned long scale)
{
   run_growth runs = run_growth_find(m);
   predictions p = { .m = m, .scale = scale };

   if (runs.input) {
      const run_group *largest = &runs.groups.list[runs.groups.count - 1];

      p.data = m->cell_size * run_groups_mean(largest->sums, RUN_COSTS_TRMS);
      p.list = scaling_find(m, (double)scale);
   } else
      find_rereads(&p);
   run_growth_free(&runs);
   return p;
}

static void free_predictions(predictions *p)
{
   free(p->list);
   if (p->rereads)
      order_free(&p->ranking);
   free(p->rereads);
   free(p->repeated);
}

/* Set the growth of a routine whose sizes say nothing, if it is where a suspect
   reads the same again and again. */
static void predict_reread_work(seconds_growth *g, const predictions *p)
{
   const ranked *suspect = p->rereads[g->routine];

   g->reread = suspect != NULL &&
               predict_self_reread(suspect, (double)p->scale, &g->p);
   g->known = g->reread;
   g->shorter = 1;
}

/* Set the growth of a routine with the input of the program. */
static void predict_by_runs(seconds_growth *g, const predictions *p)
{
   const scaling *s = &p->list[g->routine];

   g->known = s->basis != SCALING_ASSUMED;
   g->p = (self_prediction){ s->class, s->factor, s->low, s->high };
   g->shorter = 1;
}

static void predict_by_calls(seconds_growth *g, assessment *a,
                             unsigned long scale)
{
   /* What is constant in each call is called more often. */
   g->known = predict_self(a, (double)scale, &g->p) &&
              g->p.growth.kind != GROWTH_CONSTANT;
   g->shorter = 1 + SECONDS_LOOP_END / fmax((double)a->size_max, 1);
}

/* Set the growth of a routine; return how many bytes become more. */
static double predict_routine(seconds_growth *g, const predictions *p)
{
   assessment a = { 0 };
   double bytes;

   assess_routine(&a, p->m, g->routine);
   g->by_runs = p->list != NULL;
   bytes = g->by_runs ? p->data : (double)a.size_max * p->m->cell_size;
   if (g->by_runs)
      predict_by_runs(g, p);
   else
      predict_by_calls(g, &a, p->scale);
   if (!g->known && !g->by_runs)
      predict_reread_work(g, p);
   else if (!g->by_runs && p->repeated[g->routine])
      g->more_by = p->repeated[g->routine]->assessment->routine;
   assess_clear(&a);
   return bytes;
}

seconds_growth *seconds_find(const sample_table *t, const samples *s,
                             const model *profile, unsigned long scale,
                             const char *counts_name)
{
   seconds_growth *list = memory_new(t->count, sizeof *list);
   image_counts c = { counts_name, memory_new(s->image_count, sizeof *c.of),
                      memory_new(s->image_count, sizeof *c.known), { { 0 } } };
   predictions p = find_predictions(profile, scale);
   bool good = true;
   row_match names;

   ladder_measure(&c.memory);
   row_match_begin(&names, profile, s);
   for (size_t i = 0; i < t->count && good; i++) {
      const model_routine *r = row_match_find(&names, &t->rows[i]);
      double bytes;

      list[i].routine = r ? (size_t)(r - profile->routines) : SECONDS_NONE;
      list[i].more_by = SECONDS_NONE;
      if (r == NULL)
         continue;
      bytes = predict_routine(&list[i], &p);
      good = !list[i].known ||
             find_slower(&list[i].slower, &c, s, &t->rows[i], bytes, scale);
   }
   free_predictions(&p);
   note_other_work(&c, s);
   free_counts(&c, s);
   if (good) {
      row_match_note_variants(&names);
      row_match_note_program(&names, t);
   } else {
      free(list);
      list = NULL;
   }
   row_match_free(&names);
   return list;
}
