/* The fitted curves of a chart.

   A neighbouring class is drawn as c * g(n) with the c that fits best, by the
   mean of the logarithms: what the costs would look like in that class.  It
   shows why the verdict is not the next class below or above.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/fits.h"
#include "base/memory.h"
#include "infer/curve.h"
#include "infer/describe.h"
#include "plot/gnuplot.h"

#include <math.h>
#include <stdlib.h>

#define STEPS 60                      /* of each of the two kinds of sizes */

/* The named classes that may be neighbours, ascending. */
static const growth_kind ladder[] = {
   GROWTH_CONSTANT, GROWTH_LOG, GROWTH_SQRT, GROWTH_LINEAR, GROWTH_LINEARITHMIC,
   GROWTH_N15, GROWTH_QUADRATIC, GROWTH_QUADRATIC_LOG, GROWTH_CUBIC,
};
#define RUNGS (sizeof ladder / sizeof *ladder)

typedef struct {
   bool there;
   growth growth;
   double factor;
} reference;

/* Return the c with which c * g(n) fits best where the curve is drawn, or
   NAN. */
static double best_factor(const series_list *l, const series *s, growth g)
{
   double sum = 0;
   size_t n = 0;

   for (size_t i = 0; i < s->count; i++) {
      const double y = series_value(l, &s->points[i]);
      const double at = growth_at(g, s->points[i].size);

      if (s->points[i].size >= s->verdict.curve.from && y > 0 && at > 0 &&
          isfinite(at)) {
         sum += log(y / at);
         n++;
      }
   }
   return n > 0 ? exp(sum / n) : NAN;
}

/* Return the class next to the fitted one, above or below. */
static reference neighbour(const series_list *l, const series *s, bool above)
{
   reference r = { .there = false };

   for (size_t i = 0; i < RUNGS; i++) {
      const growth g = { .kind = ladder[above ? i : RUNGS - 1 - i] };
      const int order = growth_compare(g, s->verdict.growth);

      if (above ? order <= 0 : order >= 0)
         continue;
      r.growth = g;
      r.factor = best_factor(l, s, g);
      r.there = isfinite(r.factor);
      break;
   }
   return r;
}

static int compare(const void *a, const void *b)
{
   const double *x = a, *y = b;

   return (*x > *y) - (*x < *y);
}

/* Choose the sizes at which a curve is drawn, half of them at equal distances,
   half at equal factors: then it is smooth on both kinds of axes. */
static size_t choose_sizes(const verdict *v, double sizes[2 * STEPS + 2])
{
   const double least = fmax(v->size_min, v->curve.from);
   const double most = v->size_max;
   size_t n = 0;

   for (int i = 0; i <= STEPS; i++) {
      const double part = (double)i / STEPS;

      sizes[n++] = least + part * (most - least);
      if (least > 0 && i > 0 && i < STEPS)
         sizes[n++] = least * pow(most / least, part);
   }
   qsort(sizes, n, sizeof *sizes, compare);
   return n;
}

static void put_number(FILE *f, double v)
{
   putc('\t', f);
   if (isfinite(v))
      fprintf(f, "%.7g", v);
}

static double reference_at(const reference *r, double n)
{
   return r->there ? r->factor * growth_at(r->growth, n) : NAN;
}

static void put_curve(FILE *script, size_t number, const verdict *v,
                      const reference *below, const reference *above)
{
   double sizes[2 * STEPS + 2];
   const size_t n = choose_sizes(v, sizes);

   fprintf(script, "$fit%zu << END_OF_FIT\n", number);
   for (size_t i = 0; i < n; i++) {
      double mean, low, high;

      if (!curve_predict(v, sizes[i], &mean, &low, &high))
         low = high = NAN;
      fprintf(script, "%.7g", sizes[i]);
      put_number(script, curve_at(&v->curve, sizes[i]));
      put_number(script, low);
      put_number(script, high);
      put_number(script, reference_at(below, sizes[i]));
      put_number(script, reference_at(above, sizes[i]));
      putc('\n', script);
   }
   fputs("END_OF_FIT\n", script);
}

static char *class_name(const reference *r)
{
   char name[GROWTH_NAME_SIZE];

   return memory_string(r->there ? growth_name(name, r->growth) : "");
}

static char *formula(const verdict *v)
{
   char phrase[DESCRIBE_CLASS_SIZE], name[GROWTH_NAME_SIZE] = "";
   char *curve = describe_formula(v), *text;
   const bool has_trace = (v->warnings & WARN_TRACE) != 0;

   /* Else the curve of a routine in O(1) has a term of n^3 without a reason. */
   text = memory_format("%s%s%s: %s", describe_class(phrase, v),
                        has_trace ? ", a trace of " : "",
                        has_trace ? growth_name(name, v->trace) : "", curve);

   free(curve);
   return text;
}

static void put_array(FILE *script, const char *name, char **texts,
                      size_t count)
{
   gnuplot_set_array(script, name, (const char *const *)texts, count);
   memory_free_strings(texts, count);
}

void plot_fits_write(FILE *script, const series_list *l)
{
   char **formulas = memory_new(l->count, sizeof *formulas);
   char **below = memory_new(l->count, sizeof *below);
   char **above = memory_new(l->count, sizeof *above);
   size_t *of = memory_new(l->count, sizeof *of);
   size_t n = 0;

   for (size_t i = 0; i < l->count; i++) {
      const series *s = &l->series[i];
      reference low, high;

      if (l->chart == CHART_BOUND || !s->inferred ||
          s->verdict.curve.count == 0)
         continue;
      low = neighbour(l, s, false);
      high = neighbour(l, s, true);
      formulas[n] = formula(&s->verdict);
      below[n] = class_name(&low);
      above[n] = class_name(&high);
      of[n++] = i + 1;
      put_curve(script, n, &s->verdict, &low, &high);
   }
   fprintf(script, "fits = %zu\narray fit_of[%zu] = [", n, n ? n : 1);
   for (size_t i = 0; i < n; i++)
      fprintf(script, "%s%zu", i ? ", " : " ", of[i]);
   fputs(n ? " ]\n" : " 0 ]\n", script);
   put_array(script, "formulas", formulas, n);
   put_array(script, "classes_below", below, n);
   put_array(script, "classes_above", above, n);
   free(of);
}
