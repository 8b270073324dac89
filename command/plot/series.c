/* The series of a chart of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/series.h"
#include "assess/assess.h"
#include "base/memory.h"
#include "base/message.h"
#include "cli/notes.h"

#include <math.h>
#include <stdlib.h>

#define MAX_SERIES 64

/* --- values --- */

double series_value(const series_list *l, const prof_tuple *t)
{
   double g;

   switch (l->chart) {
   case CHART_WORST:
      return t->cost.max;
   case CHART_MEAN:
      return (double)t->cost.sum / t->calls;
   case CHART_BEST:
      return t->cost.min;
   case CHART_WORKLOAD:
      return t->calls;
   case CHART_TOTAL:
      return t->cost.sum;
   case CHART_VARIANCE:
      return t->calls > 1 ? model_variance(t) : NAN;
   case CHART_BOUND:
      g = growth_at(l->growth, t->size);
      return g > 0 && isfinite(g) ? t->cost.max / g : NAN;
   default:
      return NAN;
   }
}

/* --- verdicts --- */

static void infer_series(series_list *l, const plot *p)
{
   for (size_t i = 0; i < l->count; i++) {
      series *s = &l->series[i];
      const verdict_size kind = assess_size_of(p->sources[s->source].model,
                                               s->routine);

      switch (l->chart) {
      case CHART_WORST:
      case CHART_BOUND:
         assess_case_of(s->points, s->count, kind, CASE_WORST, &s->verdict);
         break;
      case CHART_MEAN:
         assess_case_of(s->points, s->count, kind, CASE_MEAN, &s->verdict);
         break;
      case CHART_BEST:
         assess_case_of(s->points, s->count, kind, CASE_BEST, &s->verdict);
         break;
      default:
         return;
      }
      s->inferred = true;
   }
}

/* Choose what `bound` divides by: the class of --g, or the highest fitted
   class. */
static bool choose_growth(series_list *l, const plot_options *o)
{
   l->growth = (growth){ .kind = GROWTH_UNDECIDED };
   if (o->has_growth)
      l->growth = o->growth;
   for (size_t i = 0; !o->has_growth && i < l->count; i++)
      if (growth_compare(l->series[i].verdict.growth, l->growth) > 0)
         l->growth = l->series[i].verdict.growth;
   if (l->growth.kind == GROWTH_UNDECIDED)
      message_error("'%s': the class of its cost is undecided; name with --g= "
                    "what to divide by", o->routines.values[0]);
   return l->growth.kind != GROWTH_UNDECIDED;
}

/* --- collecting --- */

static bool add_series(series_list *l, const plot *p, size_t panel,
                       size_t source, size_t routine, uint64_t thread)
{
   const plot_options *o = p->options;
   series s = { .panel = panel, .source = source, .routine = routine,
                .thread = thread };

   s.points = model_points(p->sources[source].model, routine, thread,
                           o->metrics[panel], o->open, &s.count);
   if (s.count == 0) {
      free(s.points);
      return true;
   }
   l->series = memory_grow(l->series, l->count, &l->room, sizeof *l->series);
   l->series[l->count++] = s;
   if (l->count > MAX_SERIES)
      message_error("more than %d series are not readable in a chart; name "
                    "fewer routines, metrics, threads or files", MAX_SERIES);
   return l->count <= MAX_SERIES;
}

static bool add_threads(series_list *l, const plot *p, size_t panel,
                        size_t source, size_t routine)
{
   const model *m = p->sources[source].model;
   size_t first, past;

   if (!p->options->threads)
      return add_series(l, p, panel, source, routine, MODEL_ALL_THREADS);
   model_profs(m, routine, &first, &past);
   for (size_t t = first; t < past; t++)
      if (!add_series(l, p, panel, source, routine, m->profs[t].thread))
         return false;
   return true;
}

static bool add_all(series_list *l, const plot *p)
{
   for (size_t panel = 0; panel < p->options->metric_count; panel++)
      for (size_t i = 0; i < p->source_count; i++)
         for (size_t f = 0; f < p->sources[i].found_count; f++)
            if (!add_threads(l, p, panel, i, p->sources[i].found[f]))
               return false;
   return true;
}

static bool has_value(const series_list *l)
{
   for (size_t i = 0; i < l->count; i++)
      for (size_t k = 0; k < l->series[i].count; k++)
         if (!isnan(series_value(l, &l->series[i].points[k])))
            return true;
   return false;
}

/* Return whether all points lie at one size. */
static bool has_one_size(const series_list *l)
{
   for (size_t i = 0; i < l->count; i++)
      if (l->series[i].count > 1 ||
          l->series[i].points[0].size != l->series[0].points[0].size)
         return false;
   return true;
}

int series_collect(series_list *l, const plot *p)
{
   const plot_options *o = p->options;
   const char *name = o->routines.values[0];

   l->panels = o->metric_count;
   for (size_t i = 0; i < p->source_count; i++)
      l->several_routines |= p->sources[i].found_count > 1;
   if (o->threads)
      notes_folded(p->sources[0].model);
   if (!add_all(l, p))
      return STATUS_UNUSABLE;
   if (l->count == 0) {
      message_error("'%s' has no points: none of its activations had ended%s",
                    name, o->open ? "" : " (--open shows them)");
      return STATUS_NO;
   }
   infer_series(l, p);
   if (l->chart == CHART_BOUND && !choose_growth(l, o))
      return STATUS_UNUSABLE;
   if (!has_value(l)) {
      message_error("'%s': %s", name, l->chart == CHART_VARIANCE
                    ? "no input size occurs twice, so no cost varies"
                    : "nothing to draw at these input sizes");
      return STATUS_NO;
   }
   if (l->chart == CHART_WORST && !o->each && has_one_size(l))
      message_note("'%s' has one size of input, which shows no growth: merge "
                   "runs on inputs of several sizes", name);
   return STATUS_DONE;
}

void series_free(series_list *l)
{
   for (size_t i = 0; i < l->count; i++)
      free(l->series[i].points);
   free(l->series);
}
