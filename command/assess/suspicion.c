/* How suspicious each routine is by itself, and whether that matters.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/suspicion.h"
#include "assess/runtime_objects.h"
#include "assess/scaled_cost.h"
#include "base/memory.h"
#include "profile/optional.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* A part of the cost below which no routine matters. */
#define LEAST_SHARE 0.001
/* A part of the cost below which a routine that is not steep does not
   matter. */
#define SHARE 0.01
/* A part of the cost at ten times the input below which a steep routine does
   not matter. */
#define TENFOLD_SHARE 0.05

/* A part of the cost below which a library's routine that the program calls is
   not shown. */
#define SHOWN_SHARE 0.1

/* Inputs that differ by this factor at most are the same in all runs, ... */
#define SAME_INPUT 1.25
/* ... if the inputs of another routine differ by this one at the least. */
#define OTHER_INPUT 4.0

/* Return the slope of a class beyond the sizes of most inputs. */
static double slope(growth g)
{
   switch (g.kind) {
   case GROWTH_UNDECIDED:
      return -1;
   case GROWTH_EXPONENTIAL:
      return 10;
   case GROWTH_POWER:
      return g.power;
   default:
      return log2(growth_at(g, 1 << 21) / growth_at(g, 1 << 20));
   }
}

/* Neighbouring classes lie in one band: which of them it is, is hard to see,
   and matters less than the cost. */
static int band(double steepness)
{
   static const double limits[] = { 0, 0.05, 0.3, 0.8, 1.04, 1.25, 1.75, 2.5,
                                    9 };
   int n = 0;

   while (n < (int)(sizeof limits / sizeof *limits) && steepness >= limits[n])
      n++;
   return n;
}

static ranked_suspicion suspicion_of(const assess_evidence *e)
{
   static const unsigned grave = DOUBT_SCATTER | DOUBT_WIDE_EXPONENT |
                                 DOUBT_CHEAP;
   const bool several = (e->doubts & (e->doubts - 1)) != 0;

   if (e->superlinear < VERDICT_LIKELY || several || e->doubts & grave ||
       e->has_flat_top)
      return RANKED_REST;
   return e->superlinear >= VERDICT_SURE && e->doubts == 0 ? RANKED_SURE
                                                         : RANKED_LIKELY;
}

/* A routine's own work may show its growth more clearly than that work and the
   callees' together. */
static ranked_suspicion suspicion(assessment *a)
{
   ranked_suspicion whole, self;

   if (assess_whole(a)->superlinear < DOUBTS_PROBABLE)
      return RANKED_REST;
   whole = suspicion_of(assess_whole(a));
   if ((double)a->sums.self.sum < RANKED_OWN_WORK * (double)a->sums.outermost)
      return whole;
   self = suspicion_of(assess_self(a));
   return self < whole ? self : whole;
}

bool suspicion_is_doubted(assessment *a)
{
   return assess_whole(a)->superlinear >= DOUBTS_PROBABLE &&
          suspicion(a) == RANKED_REST;
}

/* Return by which factor the cost grows at ten times the input, at the least,
   as far as the exponent is known; at most the factor of n^3, or of n^2 for a
   routine that is not sure; and at most what the curve says of all its
   activations. */
static double tenfold(const ranked *r)
{
   const verdict *v = assess_verdict(r->assessment);
   const double s = v->has_exponent ? v->exponent_lo : slope(v->growth);

   return fmin(pow(10, fmin(fmax(s, 1), r->suspicion == RANKED_SURE ? 3 : 2)),
               scaled_cost_factor(r->assessment, 10));
}

/* Return the steepness of a routine's class.  A steep class that is not
   believed does not count in full, and of two classes the flatter counts. */
static double steepness(const ranked *r)
{
   const verdict *v = assess_verdict(r->assessment);
   double s = slope(v->growth);

   if (r->probable && r->suspicion == RANKED_REST)
      s = fmin(s, assess_whole(r->assessment)->slope);
   if (r->suspicion == RANKED_REST && v->confidence < VERDICT_LIKELY &&
       v->runner_up.kind != GROWTH_UNDECIDED)
      s = fmin(s, slope(v->runner_up));
   return s;
}

/* Make a routine suspicious that calls a callee on the same data again and
   again, or has such a loop: at ten times the input it calls it ten times as
   often, each time on ten times as much.  A suspect by its points stays what it
   is. */
static void suspect_reread(ranked *r)
{
   r->internal = false;
   if (r->suspicion != RANKED_REST)
      return;
   r->by_reread = r->probable = true;
   r->suspicion = RANKED_LIKELY;
   r->tenfold = 100;
   r->band = band(2);
}

static bool is_main(const assessment *a)
{
   return model_is_main(&a->m->routines[a->routine]);
}

/* Return whether the points leave room for a class worse than n log n. */
static bool is_open(const assessment *a)
{
   const verdict *v = &a->worst;

   return v->sizes_apart >= DOUBTS_FEWEST_SIZES &&
          (v->growth.kind == GROWTH_UNDECIDED ||
           doubts_superlinear(v) > 1 - VERDICT_LIKELY);
}

/* A few sizes that are about the same say nothing of an exponent that may be 0
   as well as 2. */
static bool is_known(const verdict *v)
{
   return v->has_exponent && (v->exponent_lo > 0 || v->exponent_hi < 2 ||
                              !(v->warnings & WARN_NARROW_RANGE));
}

/* Return the exponent that is most likely: of points without a class it is
   that of the best power, or 1 if none explains them or many do. */
static double likely_exponent(const ranked *r, double of_class)
{
   const verdict *v = &r->assessment->worst;

   if (v->growth.kind != GROWTH_UNDECIDED)
      return fmin(fmax(of_class, 0), 3);
   if (v->sizes_apart < DOUBTS_FEWEST_SIZES)
      return -1;
   return is_known(v) ? fmin(fmax(v->exponent, 0), 2) : 1;
}

double suspicion_least_cost(double program_cost)
{
   return LEAST_SHARE * program_cost;
}

static bool is_once_in_each_run(const assessment *a)
{
   return a->m->run_count >= DOUBTS_FEWEST_SIZES &&
          a->sums.calls <= a->m->run_count &&
          a->sums.calls >= DOUBTS_FEWEST_SIZES;
}

/* Return whether several runs were on inputs of different sizes. */
static bool runs_differ(const ranked *list, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      const assessment *a = list[i].assessment;

      if (is_once_in_each_run(a) &&
          (double)a->size_max >= OTHER_INPUT * (double)a->size_min)
         return true;
   }
   return false;
}

/* Return whether a routine that is called once in each run costs far more in
   some.  (What a program makes by itself, it need not read from outside.) */
static bool is_costlier(assessment *a)
{
   const prof_tuple *points;
   double least, most;

   if (!is_once_in_each_run(a) || a->points_trms == 0)
      return false;
   points = assess_points(a);
   least = (double)points[0].cost.min;
   most = (double)points[0].cost.max;
   for (size_t i = 1; i < a->points_trms; i++) {
      least = fmin(least, (double)points[i].cost.min);
      most = fmax(most, (double)points[i].cost.max);
   }
   return most >= OTHER_INPUT * least;
}

/* Return whether a routine's input is the same in all runs.  What it reads
   again and again, such as a table of the program, costs a constant. */
static bool is_constant(assessment *a)
{
   return a->points_trms > 0 && a->sums.calls >= a->m->run_count &&
          (double)a->size_max <= SAME_INPUT * (double)a->size_min &&
          !is_costlier(a);
}

/* Find the routines that work for allocators and collectors only: they have no
   sizes, and all their callers are such. */
static void find_zones(const model *m, ranked *list, size_t count)
{
   bool *can = memory_new(m->routine_count, sizeof *can);
   bool *called = memory_new(m->routine_count, sizeof *called);
   bool *named = memory_new(m->routine_count, sizeof *named);
   bool changed = true;

   for (size_t i = 0; i < m->routine_count; i++) {
      can[i] = true;
      named[i] = optional_find(m, MODEL_OF_ROUTINE, i, "x-zone");
   }
   for (size_t i = 0; i < count; i++)
      can[list[i].assessment->routine] &= list[i].assessment->size_max == 0;
   for (size_t e = 0; e < m->edge_count; e++)
      called[m->edges[e].callee] = true;
   for (size_t i = 0; i < m->routine_count; i++)
      can[i] = named[i] || (can[i] && called[i]);
   while (changed) {
      changed = false;
      for (size_t e = 0; e < m->edge_count; e++) {
         const size_t callee = m->edges[e].callee;

         if (!can[callee] || named[callee] || can[m->edges[e].caller])
            continue;
         can[callee] = false;
         changed = true;
      }
   }
   for (size_t i = 0; i < count; i++)
      list[i].in_zone = can[list[i].assessment->routine];
   free(named);
   free(called);
   free(can);
}

/* Return whether a main, though it only calls, is of interest: it is a suspect, or
   in doubt in several runs, whose cost is its. */
static bool shows_growth(const ranked *r)
{
   const assessment *a = r->assessment;
   const verdict *v = &a->worst;

   return r->suspicion != RANKED_REST ||
          (is_once_in_each_run(a) && v->growth.kind != GROWTH_UNDECIDED &&
           (growth_is_steep(v->growth) || growth_is_steep(v->runner_up)));
}

void suspicion_find(ranked *list, size_t count, double program_cost)
{
   const bool differ = runs_differ(list, count);

   if (count > 0)
      find_zones(list[0].assessment->m, list, count);
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];
      assessment *a = r->assessment;
      bool same;

      r->internal = runtime_objects_is_internal(a, program_cost);
      r->cause = r->carrier = r->witness = RANKED_NONE;
      r->suspicion = RANKED_REST;
      r->steepness = -1;
      if (!a->inferred)
         continue;
      r->suspicion = r->piece ? RANKED_REST : suspicion(a);
      r->probable = assess_whole(a)->superlinear >= DOUBTS_PROBABLE;
      r->doubted = suspicion_is_doubted(a) || (r->piece && r->probable);
      r->works_steeply = !r->piece &&
                         suspicion_of(assess_self(a)) != RANKED_REST;
      r->tenfold = tenfold(r);
      r->band = band(steepness(r));
      r->open = !r->piece && is_open(a);
      r->steepness = likely_exponent(r, steepness(r));
      if (r->piece)
         r->steepness = fmin(r->steepness, 1);
      same = differ && is_constant(a);
      if (r->turns.steady && !same)
         r->steepness = fmax(r->steepness, 2);
      if ((r->reread.callee != RANKED_NONE ||
           (r->turns.entries > 0 && !r->turns.steady)) && !same)
         suspect_reread(r);
      else if (r->internal && is_main(a) && shows_growth(r))
         r->internal = false;
   }
}

/* worst: the greatest threat. */
static bool is_weighty(const ranked *r, double program_cost, double worst)
{
   const double cost = (double)r->assessment->sums.outermost;

   if (!r->assessment->inferred)
      return false;
   if (r->suspicion == RANKED_REST)
      return cost >= SHARE * program_cost;
   return cost * r->tenfold >=
          TENFOLD_SHARE * fmax(worst, 10 * program_cost);
}

/* A main that only calls is of interest if no callee has its growth, or if that
   callee's own points do not show it: then main is what shows it. */
static void hide_callers(const model *m, ranked *list, size_t count,
                         double program_cost)
{
   bool *shows = memory_new(m->routine_count, sizeof *shows);

   for (size_t i = 0; i < count; i++)
      if (list[i].witness != RANKED_NONE && ranked_is_suspect(&list[i]))
         shows[list[i].witness] = true;
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];

      if ((r->cause != RANKED_NONE || r->carrier != RANKED_NONE) &&
          !shows[r->assessment->routine] &&
          runtime_objects_is_internal(r->assessment, program_cost))
         r->internal = true;
   }
   free(shows);
}

void suspicion_weigh(const model *m, ranked *list, size_t count,
                     double program_cost)
{
   bool *weighty = memory_new(m->routine_count, sizeof *weighty);
   double worst = 0;

   for (size_t i = 0; i < count; i++)
      if (!list[i].internal && list[i].suspicion != RANKED_REST)
         worst = fmax(worst, list[i].threat);
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];

      r->weighty = is_weighty(r, program_cost, worst);
      if (r->weighty) {
         weighty[r->assessment->routine] = true;
         continue;
      }
      r->band = 0;
      r->depth = 0;
      r->suspicion = RANKED_REST;
   }
   /* A routine without a part in the cost is not the cause of the growth of a
      routine with one. */
   for (size_t i = 0; i < count; i++) {
      ranked *r = &list[i];

      if (r->carrier != RANKED_NONE && !weighty[r->carrier])
         r->carrier = RANKED_NONE;
      if (r->cause == RANKED_NONE || weighty[r->cause])
         continue;
      r->cause = RANKED_NONE;
      r->depth = 0;
   }
   free(weighty);
   hide_callers(m, list, count, program_cost);
}

void suspicion_show(const model *m, ranked *list, size_t count,
                    double program_cost)
{
   bool *calls = memory_new(m->routine_count, sizeof *calls);
   bool *rereads = memory_new(m->routine_count, sizeof *rereads);
   double *called = memory_new(m->routine_count, sizeof *called);

   for (size_t i = 0; i < count; i++) {
      const ranked *r = &list[i];

      calls[r->assessment->routine] = !r->internal || is_main(r->assessment);
      if (r->reread.callee != RANKED_NONE)
         rereads[r->reread.callee] = true;
      if (r->also.callee != RANKED_NONE)
         rereads[r->also.callee] = true;
   }
   for (size_t e = 0; e < m->edge_count; e++)
      if (calls[m->edges[e].caller])
         called[m->edges[e].callee] += (double)m->edges[e].cost;
   for (size_t i = 0; i < count; i++) {
      const size_t at = list[i].assessment->routine;
      const model_routine *r = &m->routines[at];

      list[i].shown = list[i].internal &&
                      (rereads[at] ||
                       (runtime_objects_has(m->objects[r->object].name) &&
                        called[at] >= SHOWN_SHARE * program_cost));
   }
   free(called);
   free(rereads);
   free(calls);
}

bool suspicion_looks_steep(const ranked *r)
{
   const verdict *v = &r->assessment->worst;

   return r->assessment->inferred && growth_is_steep(v->growth) &&
          (v->confidence >= VERDICT_LIKELY ||
           v->runner_up.kind == GROWTH_UNDECIDED ||
           growth_is_steep(v->runner_up));
}

const char *suspicion_class(char buffer[DESCRIBE_CLASS_SIZE], const verdict *v,
                            bool doubted)
{
   return doubted ? describe_doubted_class(buffer, v)
                  : describe_class(buffer, v);
}

const char *suspicion_phrase(char buffer[DESCRIBE_CLASS_SIZE], const ranked *r)
{
   return r->in_zone ? "not measured"
                     : suspicion_class(buffer, assess_verdict(r->assessment),
                                       r->doubted);
}
