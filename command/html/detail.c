/* What the page shows of one routine: its tables and verdicts.

   A table is an object of columns, of one number for each tuple; a column of
   nothing but zeros is left out.  To keep pages small a column is a difference
   where that is mostly 0:

      n         sizes, each less the one before it
      calls     less 1
      max       greatest cost
      range     max less the least cost
      slack     calls x max, less the sum of the costs
      variance  of the cost
      self      sum of the self costs
      rms ext trms   calls x size, less the sum of this metric
      external thread   sums
      open      1 for activations that had not ended

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/data.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/parallel.h"
#include "infer/curve.h"
#include "infer/describe.h"

#include <math.h>
#include <stdlib.h>

/* Of a fitted curve, on a linear and on a logarithmic axis; its interval,
   which takes long to compute, only at each EACHth of both. */
#define SAMPLES 25
#define EACH 6

/* --- tables --- */

enum {
   SIZE, CALLS, MAX, RANGE, SLACK, SELF, RMS, EXT, TRMS, EXTERNAL, THREAD, OPEN,
   COLUMNS
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
   case SIZE:
      return (difference){ s->size, i ? t->tuples[i - 1].sums.size : 0 };
   case CALLS:
      return (difference){ s->calls, 1 };
   case MAX:
      return (difference){ s->cost.max, 0 };
   case RANGE:
      return (difference){ s->cost.max, s->cost.min };
   case SLACK:
      return (difference){ (prof_sum)s->calls * s->cost.max, s->cost.sum };
   case SELF:
      return (difference){ s->self.sum, 0 };
   case RMS:
      return (difference){ read, s->rms };
   case EXT:
      return (difference){ read, s->ext };
   case TRMS:
      return (difference){ read, s->trms };
   case EXTERNAL:
      return (difference){ s->external, 0 };
   case THREAD:
      return (difference){ s->thread, 0 };
   default:
      return (difference){ t->tuples[i].open, 0 };
   }
}

static void write_column(json_out *j, const model_table *t, int which)
{
   bool any = false;

   for (size_t i = 0; i < t->count && !any; i++) {
      difference d = column(t, i, which);

      any = d.minuend != d.subtrahend;
   }
   if (!any)
      return;
   json_key(j, names[which]);
   json_begin(j, '[');
   for (size_t i = 0; i < t->count; i++) {
      difference d = column(t, i, which);

      json_difference(j, d.minuend, d.subtrahend);
   }
   json_end(j, ']');
}

static void write_variance(json_out *j, const model_table *t)
{
   bool any = false;

   for (size_t i = 0; i < t->count && !any; i++)
      any = model_variance(&t->tuples[i].sums) > 0;
   if (!any)
      return;
   json_key(j, "variance");
   json_begin(j, '[');
   for (size_t i = 0; i < t->count; i++)
      json_real_number(j, model_variance(&t->tuples[i].sums), 5);
   json_end(j, ']');
}

static void write_table(json_out *j, const model_table *t)
{
   json_begin(j, '{');
   json_key(j, "count");
   json_whole(j, t->count);
   for (int which = 0; which < COLUMNS; which++)
      write_column(j, t, which);
   write_variance(j, t);
   json_end(j, '}');
}

/* A routine's tables: [[thread, [trms, ext, rms], binary digits that sizes are
   rounded to, or 0], ...]; for a table that equals an earlier metric's, that
   metric's place. */
static void write_profs(json_out *j, const model *m, size_t routine)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   json_key(j, "profs");
   json_begin(j, '[');
   for (size_t p = first; p < past; p++) {
      const model_prof *of = &m->profs[p];

      json_begin(j, '[');
      json_whole(j, of->thread);
      json_begin(j, '[');
      for (int metric = 0; metric < PROF_METRICS; metric++) {
         if (of->same[metric] != (prof_metric)metric)
            json_whole(j, of->same[metric]);
         else
            write_table(j, &of->tables[metric]);
      }
      json_end(j, ']');
      json_whole(j, of->rounded);
      json_end(j, ']');
   }
   json_end(j, ']');
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

/* Sizes evenly spread over both kinds of axes, ascending. */
static size_t choose_samples(const verdict *v, sample samples[2 * SAMPLES])
{
   const double from = fmax(v->size_min, v->curve.from), to = v->size_max;
   const double start = fmax(from, 1);
   size_t count = 0, kept = 0;

   if (v->curve.count == 0 || !(to > from))
      return 0;
   for (int i = 0; i < SAMPLES; i++) {
      const double part = (double)i / (SAMPLES - 1);
      const bool interval = i % EACH == 0;

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

/* `curve`: size and cost, and again; `band`: size, least and greatest cost. */
static void write_curve(json_out *j, const verdict *v)
{
   sample samples[2 * SAMPLES];
   const size_t count = choose_samples(v, samples);

   json_key(j, "curve");
   json_begin(j, '[');
   for (size_t i = 0; i < count; i++) {
      json_real_number(j, samples[i].size, 6);
      json_real_number(j, infer_curve_at(&v->curve, samples[i].size), 5);
   }
   json_end(j, ']');
   json_key(j, "band");
   json_begin(j, '[');
   for (size_t i = 0; i < count; i++) {
      double mean, low, high;

      if (!samples[i].interval ||
          !infer_predict(v, samples[i].size, &mean, &low, &high))
         continue;
      json_real_number(j, samples[i].size, 6);
      json_real_number(j, low, 4);
      json_real_number(j, high, 4);
   }
   json_end(j, ']');
}

static void write_case(json_out *j, const verdict *v)
{
   char name[GROWTH_NAME], phrase[VERDICT_PHRASE], warned[VERDICT_WARNINGS];

   json_begin(j, '{');
   json_key(j, "class");
   json_text(j, growth_name(name, v->growth));
   json_key(j, "phrase");
   json_text(j, verdict_phrase(phrase, v));
   json_key(j, "confidence");
   json_real_number(j, v->confidence, 4);
   if (v->runner_up.kind != GROWTH_UNDECIDED) {
      json_key(j, "runnerUp");
      json_text(j, growth_name(name, v->runner_up));
      json_key(j, "runnerUpConfidence");
      json_real_number(j, v->runner_up_confidence, 3);
   }
   if (v->has_exponent) {
      json_key(j, "exponent");
      json_begin(j, '[');
      json_real_number(j, v->exponent, 4);
      json_real_number(j, v->exponent_lo, 4);
      json_real_number(j, v->exponent_hi, 4);
      json_end(j, ']');
   }
   json_key(j, "warnings");
   json_text(j, verdict_warnings(warned, v->warnings));
   if (v->curve.count > 0) {
      char *formula = verdict_formula(v);

      json_key(j, "formula");
      json_text(j, formula);
      free(formula);
   }
   write_curve(j, v);
   json_end(j, '}');
}

/* The worst, mean and best case; the worst alone where there is but one. */
static void write_cases(json_out *j, const prof_tuple *points, size_t count)
{
   json_begin(j, '[');
   if (verdict_is_one_case(points, count)) {
      verdict v;

      verdict_of_worst(points, count, &v);
      write_case(j, &v);
   } else {
      verdicts v;

      verdict_of_points(points, count, &v);
      for (int which = 0; which < CASES; which++)
         write_case(j, &v.cases[which]);
   }
   json_end(j, ']');
}

/* Does a metric's table equal trms's in all threads? */
static bool equals_trms(const model *m, size_t routine, prof_metric metric)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   for (size_t p = first; p < past; p++)
      if (m->profs[p].same[metric] != PROF_TRMS)
         return false;
   return true;
}

/* [trms, ext, rms], each its cases, or null where it is as for trms. */
static void write_verdicts(json_out *j, const model *m, size_t routine)
{
   json_key(j, "verdicts");
   json_begin(j, '[');
   for (int metric = 0; metric < PROF_METRICS; metric++) {
      size_t count;
      prof_tuple *points;

      if (metric != PROF_TRMS && equals_trms(m, routine, metric)) {
         json_nothing(j);
         continue;
      }
      points = model_points(m, routine, MODEL_ALL_THREADS, metric, false,
                            &count);
      write_cases(j, points, count);
      free(points);
   }
   json_end(j, ']');
}

/* --- side by side: judging takes the time --- */

typedef struct {
   const html_data *data;
   char **lines;                      /* for each row */
} details;

static void write_line(void *context, size_t i)
{
   const details *all = context;
   const html_data *d = all->data;
   const html_row *r = &d->rows[i];
   size_t size;
   FILE *text = open_memstream(&all->lines[i], &size);
   json_out j = { text, false };

   if (text == NULL)
      message_fatal("out of memory");
   json_begin(&j, '{');
   write_profs(&j, d->m, r->routine);
   write_verdicts(&j, d->m, r->routine);
   if (r->old != HTML_NONE) {
      json_key(&j, "old");
      json_begin(&j, '{');
      write_profs(&j, d->baseline, r->old);
      write_verdicts(&j, d->baseline, r->old);
      json_end(&j, '}');
   }
   json_end(&j, '}');
   if (fclose(text) != 0)
      message_fatal("out of memory");
}

void html_write_details(const html_data *d, FILE *file)
{
   details all = { d, memory_new(d->measured, sizeof *all.lines) };

   workers_do(d->measured, write_line, &all);
   for (size_t i = 0; i < d->measured; i++) {
      fprintf(file, "%s\n", all.lines[i]);
      free(all.lines[i]);
   }
   free(all.lines);
}
