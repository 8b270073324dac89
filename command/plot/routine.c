/* The charts of routines over the size of their input.

   A chart has a panel for each metric and in it a series for each routine, file
   (with --each) and thread (with --threads); a series is named by what differs
   between the series of its panel.  The data are in the columns of `aprof
   points` as far as the scripts need them, and the variance in one more column.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/routine.h"
#include "assess/assess.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "infer/describe.h"
#include "names/shorten.h"
#include "plot/fits.h"
#include "plot/gnuplot.h"
#include "plot/options.h"
#include "plot/series.h"
#include "plot/sources.h"
#include "plot/thin.h"
#include "profile/starts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#define TITLE_WIDTH 48
#define PROGRAM_WIDTH 20
#define FACTOR 50                     /* of greatest over least: worth
                                         logarithmic axes */

static const struct {
   const char *script, *what;
   bool draws_cost;
   bool both_axes;                    /* both axes are logarithmic, or none */
} kinds[] = {
   [CHART_WORST] = { "cost.gp", "Worst-case cost", true, true },
   [CHART_MEAN] = { "cost.gp", "Mean cost", true, true },
   [CHART_BEST] = { "cost.gp", "Best-case cost", true, true },
   [CHART_WORKLOAD] = { "workload.gp", "Workload", false, false },
   [CHART_TOTAL] = { "cost.gp", "Total cost", true, true },
   [CHART_VARIANCE] = { "cost.gp", "Variance of the cost", true, false },
   [CHART_BOUND] = { "cost.gp", "Worst-case cost", true, false },
};

/* --- axes --- */

typedef struct {
   double least, most;                /* of the positive values */
} span;

static void widen(span *s, double v)
{
   if (v > 0) {
      s->least = fmin(s->least, v);
      s->most = fmax(s->most, v);
   }
}

static bool is_wide(const span *s)
{
   return s->most >= FACTOR * s->least;
}

/* Logarithmic axes show a factor as a distance, and a power law as a line. */
static plot_axes choose_axes(const series_list *l, const plot_options *o)
{
   span x = { INFINITY, 0 }, y = { INFINITY, 0 };

   if (o->axes >= 0)
      return o->axes;
   for (size_t i = 0; i < l->count; i++)
      for (size_t k = 0; k < l->series[i].count; k++) {
         widen(&x, l->series[i].points[k].size);
         widen(&y, series_value(l, &l->series[i].points[k]));
      }
   if (kinds[o->chart].both_axes)
      return is_wide(&x) && is_wide(&y) ? AXES_LOG : AXES_LINEAR;
   return is_wide(&x) ? is_wide(&y) ? AXES_LOG : AXES_LOG_X
                      : is_wide(&y) ? AXES_LOG_Y : AXES_LINEAR;
}

/* Return where a value lies on an axis; 0 is left of all other values on a
   logarithmic axis. */
static double position(double v, bool is_log)
{
   return !is_log || isnan(v) ? v : v > 0 ? log(v) : -1;
}

/* --- texts --- */

static char *append(char *text, const char *more)
{
   memory_append(&text, "%s%s", *text ? ", " : "", more);
   return text;
}

/* Return what the key says about the verdict of a series; NULL if the formula
   says it all. */
static char *verdict_note(const series_list *l, const series *s)
{
   char phrase[DESCRIBE_CLASS_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];

   if (!s->inferred || l->chart == CHART_BOUND)
      return NULL;
   if (l->count > l->panels)
      return memory_string(describe_class(phrase, &s->verdict));
   if (s->verdict.growth.kind != GROWTH_UNDECIDED)
      return NULL;
   describe_warnings(warnings, s->verdict.warnings);
   return memory_format("undecided%s%s%s", *warnings ? " (" : "", warnings,
                        *warnings ? ")" : "");
}

/* Return what distinguishes a series from the others of its panel, and its
   class; the caller frees it. */
static char *series_name(const plot *p, const series_list *l, const series *s)
{
   char *name = memory_string(""), *note = verdict_note(l, s);

   if (l->several_routines)
      name = append(name, p->sources[s->source].legends[s->routine]);
   if (p->options->threads && s->thread != MODEL_ALL_THREADS) {
      char *thread = memory_format("thread %llu",
                                   (unsigned long long)s->thread);

      name = append(name, thread);
      free(thread);
   }
   if (p->source_count > 1) {
      char *file = plot_sources_name(p, s->source);

      name = append(name, file);
      free(file);
   }
   if (note) {
      memory_append(&name, "%s%s", *name ? ": " : "", note);
      free(note);
   }
   return name;
}

static char *routine_title(const plot *p, const series_list *l)
{
   const option_list *names = &p->options->routines;
   const series *s = &l->series[0];

   if (!l->several_routines)
      return shorten_name(p->sources[s->source].labels[s->routine],
                          TITLE_WIDTH);
   if (names->count == 1)
      return utf8_shorten(names->values[0], TITLE_WIDTH);
   return memory_string("several routines");
}

/* Return " in PROGRAM", or "" if several programs were run. */
static char *in_program(const plot *p)
{
   const char *program = plot_sources_program(&p->sources[0]);
   char *name, *text;

   for (size_t i = 0; i < p->source_count; i++)
      if (model_is_of_programs(p->sources[i].model) ||
          strcmp(plot_sources_program(&p->sources[i]), program) != 0)
         return memory_string("");
   name = utf8_shorten(program, PROGRAM_WIDTH);
   text = memory_format(" in %s", name);
   free(name);
   return text;
}

/* Return " / (n log n)" of O(n log n), " / n^2" of O(n^2). */
static char *divisor(growth g)
{
   char buffer[GROWTH_NAME_SIZE];
   const char *name = growth_name(buffer, g);
   const int length = (int)strlen(name) - 3;
   const bool is_product = strchr(name, ' ') != NULL;

   return memory_format(" / %s%.*s%s", is_product ? "(" : "", length, name + 2,
                        is_product ? ")" : "");
}

/* Return whether the input sizes of all routines of a plot are numbers that the
   program or an option has given. */
static bool are_given(const plot *p, const series_list *l)
{
   for (size_t i = 0; i < l->count; i++)
      if (!assess_size_is_given(p->sources[l->series[i].source].model,
                                l->series[i].routine))
         return false;
   return true;
}

static char *size_label(const plot *p, const series_list *l, prof_metric metric)
{
   const unsigned bytes = p->sources[0].model->cell_size;

   if (metric != PROF_WMS && are_given(p, l))
      return memory_format("input size, %s (as given)",
                           records_metric_names[metric]);
   return memory_format("%s size, %s (cells of %u byte%s)",
                        metric == PROF_WMS ? "output" : "input",
                        records_metric_names[metric], bytes,
                        bytes == 1 ? "" : "s");
}

static void put_texts(FILE *script, const plot *p, const series_list *l)
{
   const plot_options *o = p->options;
   const model *m = p->sources[0].model;
   const char *unit = model_cost_name(m);
   char *title = routine_title(p, l);
   char *by = o->chart == CHART_BOUND ? divisor(l->growth)
                                      : memory_string("");
   char *program = in_program(p);
   char *heading = memory_format("%s%s of %s%s%s", kinds[o->chart].what, by,
                                 title, program,
                                 o->open ? ", open ones too" : "");
   char *y = !kinds[o->chart].draws_cost ? memory_string("calls") :
             o->chart == CHART_VARIANCE
             ? memory_format("variance (%s squared)", unit)
             : memory_format("%scost%s (%s)", o->chart == CHART_TOTAL ?
                             "total " : "", by, unit);
   char *labels[PROF_METRICS];

   gnuplot_set(script, "heading", heading);
   gnuplot_set(script, "y_label", y);
   fprintf(script, "panels = %zu\n", o->metric_count);
   for (size_t i = 0; i < o->metric_count; i++)
      labels[i] = size_label(p, l, o->metrics[i]);
   gnuplot_set_array(script, "x_labels", (const char *const *)labels,
                     o->metric_count);
   for (size_t i = 0; i < o->metric_count; i++)
      free(labels[i]);
   free(title);
   free(program);
   free(by);
   free(heading);
   free(y);
}

static void put_names(FILE *script, const plot *p, const series_list *l)
{
   char **names = memory_new(l->count, sizeof *names);

   fprintf(script, "series = %zu\n", l->count);
   for (size_t i = 0; i < l->count; i++)
      names[i] = series_name(p, l, &l->series[i]);
   gnuplot_set_array(script, "names", (const char *const *)names, l->count);
   fprintf(script, "array panel_of[%zu] = [", l->count);
   for (size_t i = 0; i < l->count; i++) {
      fprintf(script, "%s%zu", i ? ", " : " ", l->series[i].panel + 1);
      free(names[i]);
   }
   fputs(" ]\n", script);
   free(names);
}

/* --- data --- */

/* Write a point in the columns of `aprof points` up to cost_max, then the
   variance; the first column is the number of the series. */
static void put_point(FILE *f, const series *s, size_t number,
                      const prof_tuple *t)
{
   char size[NUMBERS_TEXT], calls[NUMBERS_TEXT], least[NUMBERS_TEXT];
   char mean[NUMBERS_TEXT], most[NUMBERS_TEXT];

   fprintf(f, "%zu\t\t", number);
   if (s->thread == MODEL_ALL_THREADS)
      fputs("all", f);
   else
      fprintf(f, "%llu", (unsigned long long)s->thread);
   fprintf(f, "\t%s\t%s\t%s\t%s\t%s\t", numbers_text(size, t->size),
           numbers_text(calls, t->calls), numbers_text(least, t->cost.min),
           numbers_quotient(mean, t->cost.sum, t->calls),
           numbers_text(most, t->cost.max));
   if (t->calls > 1)
      fprintf(f, "%.9g", model_variance(t));
   putc('\n', f);
}

static void put_points(FILE *script, const series_list *l, plot_axes axes)
{
   const bool log_x = axes == AXES_LOG || axes == AXES_LOG_X;
   const bool log_y = axes == AXES_LOG || axes == AXES_LOG_Y;
   size_t drawn = 0, all = 0;

   fputs("$points << END_OF_POINTS\n", script);
   for (size_t i = 0; i < l->count; i++) {
      const series *s = &l->series[i];
      double *x = memory_new(s->count, sizeof *x);
      double *y = memory_new(s->count, sizeof *y);
      bool *keep = memory_new(s->count, sizeof *keep);

      for (size_t k = 0; k < s->count; k++) {
         x[k] = position(s->points[k].size, log_x);
         y[k] = position(series_value(l, &s->points[k]), log_y);
         all += isfinite(y[k]);
      }
      drawn += thin(x, y, s->count, keep);
      fprintf(script, "%sroutine\tobject\tthread\tsize\tcalls\tcost_min\t"
              "cost_mean\tcost_max\tcost_variance\n", i ? "\n\n" : "");
      for (size_t k = 0; k < s->count; k++)
         if (keep[k])
            put_point(script, s, i + 1, &s->points[k]);
      free(x);
      free(y);
      free(keep);
   }
   fputs("END_OF_POINTS\n", script);
   if (drawn < all)
      fprintf(script, "# %zu of %zu points; the others would lie on these.\n",
              drawn, all);
}

int plot_routine_write(const plot *p, FILE *script, const char **file)
{
   series_list l = { .chart = p->options->chart };
   int status = series_collect(&l, p);
   plot_axes axes;

   if (status == STATUS_DONE) {
      axes = choose_axes(&l, p->options);
      *file = kinds[p->options->chart].script;
      fprintf(script, "chart = '%s'\naxes = '%s'\n",
              plot_options_chart_names[p->options->chart],
              plot_options_axes_names[axes]);
      if (p->options->chart == CHART_BOUND) {
         char name[GROWTH_NAME_SIZE];

         gnuplot_set(script, "bound", growth_name(name, l.growth));
      }
      put_texts(script, p, &l);
      put_names(script, p, &l);
      plot_fits_write(script, &l);
      put_points(script, &l, axes);
      fputs("data = '$points'\n", script);
   }
   series_free(&l);
   return status;
}
