/* What the page shows of one routine: its tables and verdicts.

   A table is an object of columns, with a number for each tuple; a column of
   zeros is left out.  To keep pages small, a column is a difference where the
   difference is mostly 0:

      n         sizes, each less the size before it
      calls     less 1
      max       greatest cost
      range     greatest less least cost
      slack     calls x greatest cost, less the sum of the costs
      variance  of the cost
      self      sum of the self costs
      rms ext trms   calls x size, less the sum of this metric
      external thread   sums
      open      1 for activations that had not ended

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/detail.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/parallel.h"
#include "formats/json_value.h"
#include "infer/curve.h"
#include "infer/describe.h"
#include "source/line_costs.h"

#include <math.h>
#include <stdlib.h>

/* Samples of a fitted curve on a linear and on a logarithmic axis.  The
   interval takes long to compute: only each INTERVAL_EACHth sample of both has
   it. */
#define SAMPLES 25
#define INTERVAL_EACH 6

/* --- tables --- */

enum {
   COLUMN_SIZE, COLUMN_CALLS, COLUMN_MAX, COLUMN_RANGE, COLUMN_SLACK,
   COLUMN_SELF, COLUMN_RMS, COLUMN_EXT, COLUMN_TRMS, COLUMN_EXTERNAL,
   COLUMN_THREAD, COLUMN_OPEN, COLUMNS
};

static const char *const names[COLUMNS] = {
   "n", "calls", "max", "range", "slack", "self", "rms", "ext", "trms",
   "external", "thread", "open",
};

typedef struct {
   prof_sum minuend, subtrahend;
} difference;

static difference column(const model_table *t, size_t i, int which)
{
   const prof_tuple *s = &t->tuples[i].sums;
   const prof_sum read = (prof_sum)s->calls * s->size;

   switch (which) {
   case COLUMN_SIZE:
      return (difference){ s->size, i ? t->tuples[i - 1].sums.size : 0 };
   case COLUMN_CALLS:
      return (difference){ s->calls, 1 };
   case COLUMN_MAX:
      return (difference){ s->cost.max, 0 };
   case COLUMN_RANGE:
      return (difference){ s->cost.max, s->cost.min };
   case COLUMN_SLACK:
      return (difference){ (prof_sum)s->calls * s->cost.max, s->cost.sum };
   case COLUMN_SELF:
      return (difference){ s->self.sum, 0 };
   case COLUMN_RMS:
      return (difference){ read, s->rms };
   case COLUMN_EXT:
      return (difference){ read, s->ext };
   case COLUMN_TRMS:
      return (difference){ read, s->trms };
   case COLUMN_EXTERNAL:
      return (difference){ s->external, 0 };
   case COLUMN_THREAD:
      return (difference){ s->thread, 0 };
   default:
      return (difference){ t->tuples[i].open, 0 };
   }
}

/* Set a column of a table, unless it is all zeros. */
static void set_column(json_t *table, const model_table *t, int which)
{
   json_t *numbers = json_array();
   bool any = false;

   for (size_t i = 0; i < t->count; i++) {
      difference d = column(t, i, which);

      any |= d.minuend != d.subtrahend;
      json_value_append(numbers,
                        json_value_difference(d.minuend, d.subtrahend));
   }
   if (any)
      json_value_set(table, names[which], numbers);
   else
      json_decref(numbers);
}

static void set_variance(json_t *table, const model_table *t)
{
   json_t *numbers = json_array();
   bool any = false;

   for (size_t i = 0; i < t->count; i++) {
      const double variance = model_variance(&t->tuples[i].sums);

      any |= variance > 0;
      json_value_append(numbers, json_value_real(variance, 5));
   }
   if (any)
      json_value_set(table, "variance", numbers);
   else
      json_decref(numbers);
}

static json_t *make_table(const model_table *t)
{
   json_t *table = json_object();

   json_value_set(table, "count", json_value_whole(t->count));
   for (int which = 0; which < COLUMNS; which++)
      set_column(table, t, which);
   set_variance(table, t);
   return table;
}

/* A routine's tables: [[thread, [trms, ext, rms, perhaps wms], binary digits to
   which sizes are rounded, or 0], ...].  For a table that equals the table of
   an earlier metric, the index of that metric. */
static json_t *make_profs(const model *m, size_t routine)
{
   json_t *profs = json_array();
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t p = first; p < past; p++) {
      const model_prof *of = &m->profs[p];
      json_t *entry = json_array(), *tables = json_array();

      for (int metric = 0; metric < model_metrics(m); metric++)
         json_value_append(tables, of->same[metric] == (prof_metric)metric
                           ? make_table(&of->tables[metric])
                           : json_value_whole(of->same[metric]));
      json_value_append(entry, json_value_whole(of->thread));
      json_value_append(entry, tables);
      json_value_append(entry, json_value_whole(of->rounded));
      json_value_append(profs, entry);
   }
   return profs;
}

/* --- verdicts --- */

typedef struct {
   double size;
   bool interval;
} sample;

static int compare_samples(const void *a, const void *b)
{
   const sample *x = a, *y = b;

   return (x->size > y->size) - (x->size < y->size);
}

/* Choose sizes evenly spread over both kinds of axes, ascending. */
static size_t choose_samples(const verdict *v, sample samples[2 * SAMPLES])
{
   const double from = fmax(v->size_min, v->curve.from), to = v->size_max;
   const double start = fmax(from, 1);
   size_t count = 0, kept = 0;

   if (v->curve.count == 0 || !(to > from))
      return 0;
   for (int i = 0; i < SAMPLES; i++) {
      const double part = (double)i / (SAMPLES - 1);
      const bool interval = i % INTERVAL_EACH == 0;

      samples[count++] = (sample){ from + (to - from) * part, interval };
      samples[count++] = (sample){ start * pow(to / start, part), interval };
   }
   qsort(samples, count, sizeof *samples, compare_samples);
   for (size_t i = 0; i < count; i++) {
      if (kept > 0 && samples[i].size - samples[kept - 1].size < 1e-6 * to)
         samples[kept - 1].interval |= samples[i].interval;
      else
         samples[kept++] = samples[i];
   }
   return kept;
}

static void add_real(json_t *list, double number, int digits)
{
   json_value_append(list, json_value_real(number, digits));
}

/* Set `curve`: size and cost of the first sample, then of the next one; and
   `band`: size, least and greatest cost likewise. */
static void set_curve(json_t *object, const verdict *v)
{
   sample samples[2 * SAMPLES];
   const size_t count = choose_samples(v, samples);
   json_t *curve = json_array(), *band = json_array();

   for (size_t i = 0; i < count; i++) {
      const double size = samples[i].size;
      double mean, low, high;

      add_real(curve, size, 6);
      add_real(curve, curve_at(&v->curve, size), 5);
      if (!samples[i].interval || !curve_predict(v, size, &mean, &low, &high))
         continue;
      add_real(band, size, 6);
      add_real(band, low, 4);
      add_real(band, high, 4);
   }
   json_value_set(object, "curve", curve);
   json_value_set(object, "band", band);
}

/* The warnings of a verdict as sentences. */
static json_t *make_warnings(const verdict *v)
{
   json_t *texts = json_array();

   for (int i = 0; i < VERDICT_WARNING_COUNT; i++)
      if (v->warnings & (1u << i)) {
         char *text = describe_warning(v, 1u << i);

         json_value_append(texts, json_value_text(text));
         free(text);
      }
   return texts;
}

static json_t *make_case(const verdict *v)
{
   char name[GROWTH_NAME_SIZE], phrase[DESCRIBE_CLASS_SIZE];
   json_t *object = json_object();

   json_value_set(object, "class",
                  json_value_text(growth_name(name, v->growth)));
   json_value_set(object, "phrase",
                  json_value_text(describe_class(phrase, v)));
   json_value_set(object, "confidence", json_value_real(v->confidence, 4));
   if (v->runner_up.kind != GROWTH_UNDECIDED) {
      json_value_set(object, "runnerUp",
                     json_value_text(growth_name(name, v->runner_up)));
      json_value_set(object, "runnerUpConfidence",
                     json_value_real(v->runner_up_confidence, 3));
   }
   if (v->has_exponent) {
      json_t *exponent = json_array();

      add_real(exponent, v->exponent, 4);
      add_real(exponent, v->exponent_lo, 4);
      add_real(exponent, v->exponent_hi, 4);
      json_value_set(object, "exponent", exponent);
   }
   json_value_set(object, "warnings", make_warnings(v));
   if (v->curve.count > 0) {
      char *formula = describe_formula(v);

      json_value_set(object, "formula", json_value_text(formula));
      free(formula);
   }
   set_curve(object, v);
   return object;
}

/* The worst, mean and best case; the worst alone if all cases are one. */
static json_t *make_cases(const assess_verdicts *v, bool one)
{
   json_t *cases = json_array();

   for (int which = 0; which < (one ? 1 : CASES); which++)
      json_value_append(cases, make_case(&v->cases[which]));
   return cases;
}

/* Return whether a metric's table equals the table of trms in all threads. */
static bool equals_trms(const model *m, size_t routine, prof_metric metric)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t p = first; p < past; p++)
      if (m->profs[p].same[metric] != PROF_TRMS)
         return false;
   return true;
}

/* The cases of ext, rms or wms; null if they equal the cases of trms. */
static json_t *make_other_cases(const assessment *a, prof_metric metric)
{
   assess_verdicts v;
   prof_tuple *points;
   size_t count;
   json_t *cases;

   if (equals_trms(a->m, a->routine, metric))
      return json_null();
   points = model_points(a->m, a->routine, a->thread, metric, a->open, &count);
   assess_cases_of(points, count, assess_size_of(a->m, a->routine), &v);
   cases = make_cases(&v, assess_is_one_case(points, count));
   free(points);
   return cases;
}

/* [trms, ext, rms, wms if there is output], the cases of each. */
static json_t *make_verdicts(assessment *a)
{
   json_t *verdicts = json_array();
   assess_verdicts v;

   assess_cases(a, &v);
   json_value_append(verdicts,
                     make_cases(&v,
                                assess_is_one_case(assess_points(a),
                                                   a->points_trms)));
   json_value_append(verdicts, make_other_cases(a, PROF_EXT));
   json_value_append(verdicts, make_other_cases(a, PROF_RMS));
   if (a->m->has_output)
      json_value_append(verdicts, make_other_cases(a, PROF_WMS));
   return verdicts;
}

/* The cost of a routine's lines without their callees: [line, cost, ...]. */
static json_t *make_lines(const model *m, size_t routine)
{
   line_costs l = line_costs_read(m, routine);
   json_t *list = json_array();

   for (size_t i = 0; i < l.count; i++) {
      json_value_append(list, json_value_whole(l.list[i].line));
      json_value_append(list, json_value_whole(l.list[i].cost));
   }
   line_costs_free(&l);
   return list;
}

/* An object with the tables, the verdicts and the lines of a routine. */
static json_t *make_detail(assessment *a)
{
   json_t *detail = json_object();

   json_value_set(detail, "profs", make_profs(a->m, a->routine));
   json_value_set(detail, "verdicts", make_verdicts(a));
   json_value_set(detail, "lines", make_lines(a->m, a->routine));
   assess_clear(a);
   return detail;
}

/* --- all routines, in parallel: inference takes the time --- */

typedef struct {
   const html_data *data;
   char **lines;                      /* for each row */
} details;

static void write_line(void *context, size_t i)
{
   const details *all = context;
   const html_row *r = &all->data->rows[i];
   json_t *detail = make_detail(r->rank->assessment);
   size_t size;
   FILE *text = open_memstream(&all->lines[i], &size);

   if (text == NULL)
      message_fatal("out of memory");
   if (r->old)
      json_value_set(detail, "old", make_detail(r->old));
   json_value_write_script(text, detail);
   if (fclose(text) != 0)
      message_fatal("out of memory");
}

void html_detail_write(const html_data *d, FILE *file)
{
   details all = { d, memory_new(d->measured, sizeof *all.lines) };

   parallel_do(d->measured, write_line, &all);
   for (size_t i = 0; i < d->measured; i++) {
      fprintf(file, "%s\n", all.lines[i]);
      free(all.lines[i]);
   }
   free(all.lines);
}
