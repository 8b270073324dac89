/* Scaling: see scaling.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/scaling.h"
#include "assess/predict.h"
#include "assess/run_growth.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "source/line_costs.h"

#include <math.h>
#include <stdlib.h>

/* From this many calls on in each activation of the caller, a routine is called
   in a loop. */
#define LOOP 5.0
/* Data are read again and again if a routine's inputs are this many times those of
   its callers ...  (A table that doubles when it is full reads its entries once or
   twice more in all.) */
#define AGAIN 8.0
/* ... its largest input is this many times its least one ... */
#define RANGE 4.0
/* ... and inputs are at least that of a caller's activation divided by this.  A
   smaller one is what an element has, such as the entries in a bucket, its neighbours
   in a graph, or its way through a tree: their number hardly grows. */
#define PART 8.0
/* So many inputs, for each activation of a caller: twice as many as the parts of its
   data.  Few are those of calls that find a buffer or a table full. */
#define LARGE_INPUTS (2 * PART)
/* Less is no growth. */
#define SOME 1.02
/* From this growth on, the number of its calls grows with the data. */
#define MANY_CALLS 2.0

const char *const scaling_basis_names[] = {
   "runs", "verdict", "calls", "assumed", "fixed", NULL,
};

typedef struct {
   double calls, cells, self;         /* of all activations */
   size_t circle;                     /* routines of an equal number call each
                                         other */
   bool is_circular;
   bool grows;                        /* its inputs grow with the data */
   bool is_ranging;                   /* its inputs differ much in size */
   /* While circles are looked for. */
   size_t order, lowest;              /* order: 0 is not visited yet */
   bool is_open;
} node;

typedef struct {
   const model *m;
   double scale;
   node *nodes;                       /* by routine */
   size_t *edges;                     /* by routine, and one more: the first
                                         edge of a caller */
   size_t *sequence;                  /* routines, a callee before its callers
                                         but for circles */
   size_t count;                      /* in the sequence */
   scaling *activations, *work;       /* by routine */
   run_growth runs;
} finder;

/* --- circles (Tarjan, Depth-first search and linear graph algorithms) --- */

typedef struct {
   size_t *open, open_count;
   size_t *path, *next, depth;        /* the routines that are being visited,
                                         and the next edge of each */
   size_t visited;
} search;

static void visit(finder *f, search *s, size_t r)
{
   node *n = &f->nodes[r];

   n->order = n->lowest = ++s->visited;
   n->is_open = true;
   s->open[s->open_count++] = r;
   s->path[s->depth] = r;
   s->next[s->depth++] = f->edges[r];
}

/* All that the routine calls has been visited. */
static void leave(finder *f, search *s)
{
   const size_t r = s->path[--s->depth];
   node *n = &f->nodes[r];
   size_t last;

   if (s->depth > 0) {
      node *caller = &f->nodes[s->path[s->depth - 1]];

      if (n->lowest < caller->lowest)
         caller->lowest = n->lowest;
   }
   if (n->lowest != n->order)
      return;
   do {
      last = s->open[--s->open_count];
      f->nodes[last].is_open = false;
      f->nodes[last].circle = r;
      f->nodes[last].is_circular |= last != r;
      n->is_circular |= last != r;
      f->sequence[f->count++] = last;
   } while (last != r);
}

static void search_from(finder *f, search *s, size_t r)
{
   visit(f, s, r);
   while (s->depth > 0) {
      const size_t top = s->path[s->depth - 1];
      const size_t e = s->next[s->depth - 1];
      const size_t callee = e < f->edges[top + 1] ? f->m->edges[e].callee : 0;

      if (e == f->edges[top + 1]) {
         leave(f, s);
         continue;
      }
      s->next[s->depth - 1]++;
      if (callee == top)
         f->nodes[top].is_circular = true;
      else if (f->nodes[callee].order == 0)
         visit(f, s, callee);
      else if (f->nodes[callee].is_open &&
               f->nodes[callee].order < f->nodes[top].lowest)
         f->nodes[top].lowest = f->nodes[callee].order;
   }
}

static void find_circles(finder *f)
{
   const size_t n = f->m->routine_count;
   search s = { .open = memory_new(n + 1, sizeof(size_t)),
                .path = memory_new(n + 1, sizeof(size_t)),
                .next = memory_new(n + 1, sizeof(size_t)) };

   for (size_t r = 0; r < n; r++)
      if (f->nodes[r].order == 0)
         search_from(f, &s, r);
   free(s.open);
   free(s.path);
   free(s.next);
}

/* --- growth --- */

static scaling scaling_of(double factor, double low, double high,
                          scaling_basis basis)
{
   return (scaling){ factor, low, high, basis, { GROWTH_UNDECIDED, 0 } };
}

static scaling times(scaling a, double factor)
{
   a.factor *= factor;
   a.low *= factor;
   a.high *= factor;
   return a;
}

static void add(scaling *to, const scaling *part, double weight)
{
   to->factor += weight * part->factor;
   to->low += weight * part->low;
   to->high += weight * part->high;
}

/* The calls of a routine, and what they have in common. */
typedef struct {
   scaling sum;                       /* growth times calls */
   double calls;
   double looped;                     /* of these, calls in a loop */
   double of_growing;                 /* of callers whose inputs grow */
   double of_ranging;                 /* of callers with inputs of many sizes,
                                         about one call for each */
   double of_circles;                 /* of callers in a circle whose growth is
                                         known as a whole */
   double cells;                      /* inputs of those callers, as far as
                                         they call this routine */
   double around;                     /* for each call, that of the activation
                                         which makes it */
} origin;

static bool is_loop(const finder *f, const model_edge *e)
{
   return (double)e->calls >= LOOP * f->nodes[e->caller].calls;
}

static void add_caller(finder *f, const model_edge *e, origin *o)
{
   const node *caller = &f->nodes[e->caller];
   const bool loop = is_loop(f, e);
   const double calls = (double)e->calls;
   const scaling *each = loop || caller->is_circular
                         ? &f->work[e->caller] : &f->activations[e->caller];

   add(&o->sum, each, calls);
   o->calls += calls;
   o->looped += loop ? calls : 0;
   o->of_growing += caller->grows ? calls : 0;
   o->of_ranging += caller->is_ranging && calls >= LOOP &&
                    calls >= caller->calls / 2 ? calls : 0;
   o->of_circles += caller->is_circular &&
                    f->work[e->caller].basis == SCALING_VERDICT ? calls : 0;
   o->cells += caller->cells * fmin(1, calls / fmax(caller->calls, 1));
   o->around += calls * caller->cells / fmax(caller->calls, 1);
}

/* Return the origin of all calls that enter the circle. */
static origin origin_of(finder *f, size_t circle)
{
   origin o = { .calls = 0 };

   for (size_t e = 0; e < f->m->edge_count; e++) {
      const model_edge *edge = &f->m->edges[e];

      if (f->nodes[edge->callee].circle == circle &&
          f->nodes[edge->caller].circle != circle)
         add_caller(f, edge, &o);
   }
   return o;
}

static scaling of_calls(const origin *o)
{
   scaling s = scaling_of(1, 1, 1, SCALING_FIXED);

   if (o->calls > 0) {
      s = times(o->sum, 1 / o->calls);
      s.basis = SCALING_CALLS;
   }
   return s;
}

/* Return whether the routine reads the data of its callers again and again. */
static bool reads_again(const finder *f, assessment *a, const origin *o)
{
   const node *n = &f->nodes[a->routine];
   const prof_tuple *points = assess_points(a);
   const double around = o->around / o->calls;
   double large = 0;

   for (size_t i = a->points_trms; i > 0 && PART * (double)points[i - 1].size >= around;
        i--)
      large += (double)points[i - 1].calls;
   return n->is_ranging && n->cells > AGAIN * o->cells &&
          large * around > LARGE_INPUTS * o->cells;
}

/* Return whether the inputs of the routine grow with the data. */
static bool grows(const finder *f, assessment *a, const origin *o)
{
   const node *n = &f->nodes[a->routine];

   if (o->calls == 0)
      return true;
   if (o->of_growing < o->calls / 2)
      return false;
   /* The growth of a circle has that of all that it calls. */
   if (o->of_circles > o->calls / 2 && !n->is_circular)
      return false;
   /* Whatever its callers work on, it does the same. */
   if (!n->is_ranging && o->of_ranging > o->calls / 2)
      return false;
   return o->looped < o->calls / 2 || n->is_circular ||
          reads_again(f, a, o);
}

/* Predict the own work of a routine that each run activates once: from the largest
   one on, by few sizes if there are no more. */
static bool predict_once(const finder *f, assessment *a, run_prediction *p)
{
   verdict_point *points;
   bool known;

   if (f->runs.input == NULL || a->sums.calls != f->m->run_count)
      return false;
   points = predict_self_points(a);
   known = run_growth_of_points(points, a->points_trms, f->scale, p);
   free(points);
   return known;
}

/* Return how an activation's own work grows if its input does. */
static scaling own_growth(const finder *f, assessment *a)
{
   self_prediction self;
   run_prediction once;
   prediction whole;

   if (f->nodes[a->routine].is_circular) {
      if (predict(a, f->scale * (double)a->size_max, &whole))
         return scaling_of(whole.factor, whole.low * whole.factor / whole.cost,
                           whole.high * whole.factor / whole.cost,
                           SCALING_VERDICT);
   } else if (predict_once(f, a, &once)) {
      return scaling_of(once.factor, once.low, once.high, SCALING_VERDICT);
   } else if (predict_self(a, f->scale, &self)) {
      return scaling_of(self.factor, self.low, self.high, SCALING_VERDICT);
   }
   return scaling_of(f->scale, f->scale, f->scale, SCALING_ASSUMED);
}

/* If the runs tell how often the routine was activated and what it has cost, then
   take that in place of what is concluded. */
static void ask_runs(finder *f, size_t r)
{
   run_prediction p;

   if (run_growth_predict(&f->runs, r, RUN_WORK_CALLS, f->scale, &p))
      f->activations[r] = scaling_of(p.factor, p.low, p.high, SCALING_RUNS);
   if (run_growth_predict(&f->runs, r, RUN_WORK_SELF, f->scale, &p)) {
      f->work[r] = scaling_of(p.factor, p.low, p.high, SCALING_RUNS);
      f->work[r].class = p.class;
      if (p.class.kind == GROWTH_CONSTANT || p.factor < SOME)
         f->work[r].basis = SCALING_FIXED;
   }
}

/* Return whether a routine that several runs do not tell of grows by its calls
   alone.  If it grew in each of them as well, then it would have a part of the cost
   of the larger runs, and they would tell. */
static bool is_counted(const finder *f, size_t r, const scaling *calls)
{
   return f->runs.input && calls->factor >= MANY_CALLS &&
          !run_growth_tells(&f->runs, r);
}

static void find_growth(finder *f, size_t r)
{
   const origin o = origin_of(f, f->nodes[r].circle);
   scaling calls = of_calls(&o), own = scaling_of(1, 1, 1, SCALING_FIXED);
   assessment a = { 0 };

   f->activations[r] = calls;
   assess_routine(&a, f->m, r);
   f->nodes[r].is_ranging =
      (double)a.size_max >= RANGE * fmax((double)a.size_min, 1);
   f->nodes[r].grows = !runtime_objects_reads_locale(f->m, r) && grows(f, &a, &o);
   /* The dynamic linker's work at the start depends on the program alone. */
   if (f->nodes[r].grows && !is_counted(f, r, &calls) &&
       !runtime_objects_is_linker(
           f->m->objects[f->m->routines[r].object].name))
      own = own_growth(f, &a);
   assess_clear(&a);
   f->work[r] = scaling_of(
      calls.factor * own.factor, calls.low * own.low, calls.high * own.high,
      own.basis != SCALING_FIXED ? own.basis :
      calls.factor > 1 ? SCALING_CALLS : SCALING_FIXED);
   ask_runs(f, r);
}

/* --- inlined calls --- */

/* Return how many calls of each edge are inlined; the caller frees it. */
static double *inlined_calls(const model *m)
{
   double *calls = memory_new(m->edge_count + 1, sizeof *calls);

   for (size_t e = 0; e < m->edge_count; e++) {
      size_t count;
      inlined_line *lines = line_costs_inlined(m, &m->edges[e], &count);

      for (size_t i = 0; i < count; i++)
         calls[e] += (double)lines[i].calls;
      free(lines);
   }
   return calls;
}

/* Callees come first in the sequence: what was inlined into them is their
   own. */
static void count_inlined(finder *f)
{
   const model *m = f->m;
   double *inlined = inlined_calls(m);
   double *self = memory_new(m->routine_count + 1, sizeof *self);

   for (size_t r = 0; r < m->routine_count; r++)
      self[r] = f->nodes[r].self;
   for (size_t i = 0; i < f->count; i++) {
      const size_t r = f->sequence[i];

      for (size_t e = f->edges[r]; e < f->edges[r + 1]; e++) {
         const size_t callee = m->edges[e].callee;
         const double moved = self[callee] * inlined[e] /
                              fmax(f->nodes[callee].calls, 1);
         scaling sum = times(f->work[r], self[r]);

         if (moved <= 0 || callee == r)
            continue;
         add(&sum, &f->work[callee], moved);
         if (moved > self[r])
            sum.basis = f->work[callee].basis;
         self[r] += moved;
         f->work[r] = times(sum, 1 / self[r]);
      }
   }
   free(inlined);
   free(self);
}

/* --- all --- */

static void make_nodes(finder *f)
{
   const model *m = f->m;
   size_t e = 0;

   for (size_t r = 0; r < m->routine_count; r++) {
      const prof_tuple sums = model_sums(m, r, MODEL_ALL_THREADS);

      f->nodes[r].calls = (double)sums.calls;
      f->nodes[r].cells = (double)sums.trms;
      f->nodes[r].self = (double)sums.self.sum;
      while (e < m->edge_count && m->edges[e].caller < r)
         e++;
      f->edges[r] = e;
   }
   f->edges[m->routine_count] = m->edge_count;
}

scaling *scaling_find(const model *m, double scale)
{
   const size_t n = m->routine_count + 1;
   finder f = {
      m, scale, memory_new(n, sizeof *f.nodes), memory_new(n, sizeof *f.edges),
      memory_new(n, sizeof *f.sequence), 0,
      memory_new(n, sizeof *f.activations), memory_new(n, sizeof *f.work),
      run_growth_find(m),
   };

   make_nodes(&f);
   find_circles(&f);
   /* Callers first. */
   for (size_t i = f.count; i > 0; i--)
      find_growth(&f, f.sequence[i - 1]);
   count_inlined(&f);
   free(f.nodes);
   free(f.edges);
   free(f.sequence);
   free(f.activations);
   run_growth_free(&f.runs);
   return f.work;
}
