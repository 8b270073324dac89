/* The charts of all routines of a profile: induced input, richness, volume,
   external against thread input, cumulative curves.

   A source (all files, or with --each every file) is a series, or in the chart
   of induced input a panel.  The data are in the columns of `aprof report`;
   columns that no script needs are empty.  The charts of volume and sources
   need other data and have their own columns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "plot/whole_profile.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/numbers.h"
#include "base/utf8.h"
#include "plot/gnuplot.h"
#include "plot/options.h"
#include "plot/sources.h"

#include <stdlib.h>
#include <string.h>

#define TITLE_WIDTH 60
#define LABELS 24                     /* routines that are named, at most */
#define MAX_PANELS 9
#define MAX_CURVES 16
#define MAX_BARS 64

static const struct {
   const char *script, *heading, *y_label;
} kinds[] = {
   [CHART_INDUCED] = { "induced.gp", "Induced input of each routine",
                       "% of its input" },
   [CHART_RICHNESS] = { "richness.gp", "Profile richness of trms",
                        "richness: (trms points - rms points) / rms points" },
   [CHART_VOLUME] = { "volume.gp", "Input volume of trms",
                      "input volume: 1 - sum of rms / sum of trms" },
   [CHART_SOURCES] = { "sources.gp", "External and thread-induced input",
                       "% of induced first accesses" },
   [CHART_CUMULATIVE] = { "cumulative.gp", "External and thread-induced input",
                          "% of a routine's induced first accesses" },
};

static void put_heading(FILE *script, const plot *p)
{
   const int chart = p->options->chart;
   char *shown =
      utf8_shorten(plot_sources_program(&p->sources[0]), TITLE_WIDTH);
   char *heading = memory_format("%s%s%s", kinds[chart].heading,
                                 p->source_count == 1 ? ", " : "",
                                 p->source_count == 1 ? shown : "");
   char **names = memory_new(p->source_count, sizeof *names);

   gnuplot_set(script, "heading", heading);
   gnuplot_set(script, "y_label", kinds[chart].y_label);
   fprintf(script, "series = %zu\n", p->source_count);
   for (size_t i = 0; i < p->source_count; i++)
      names[i] = plot_sources_name(p, i);
   gnuplot_set_array(script, "names", (const char *const *)names,
                     p->source_count);
   memory_free_strings(names, p->source_count);
   free(shown);
   free(heading);
}

/* --- rows --- */

typedef struct {
   size_t routine;
   prof_tuple sums;
   size_t points_rms, points_trms;
} profile_row;

static bool has_activations(const model *m, size_t routine)
{
   size_t first, past;

   model_profs(m, routine, &first, &past);
   return first < past;               /* else only an edge names it */
}

/* Return a share of 128-bit numbers; 0 of 0 is 0. */
static double share(prof_sum part, prof_sum whole)
{
   return whole ? (double)((long double)part / (long double)whole) : 0;
}

static double induced(const profile_row *r)
{
   return share(r->sums.external + r->sums.thread, r->sums.trms);
}

/* Most induced input first; then most external. */
static int compare_rows(const void *a, const void *b)
{
   const profile_row *x = a, *y = b;
   const double p = induced(x), q = induced(y);
   const double e = share(x->sums.external, x->sums.trms);
   const double f = share(y->sums.external, y->sums.trms);

   if (p != q)
      return p < q ? 1 : -1;
   if (e != f)
      return e < f ? 1 : -1;
   return (x->routine > y->routine) - (x->routine < y->routine);
}

static profile_row *make_rows(const plot_source *s, bool open, size_t *count)
{
   const model *m = s->model;
   profile_row *rows = memory_new(s->found_count, sizeof *rows);
   size_t n = 0;

   for (size_t i = 0; i < s->found_count; i++) {
      profile_row *r = &rows[n];

      if (!has_activations(m, s->found[i]))
         continue;
      r->routine = s->found[i];
      r->sums = model_sums(m, r->routine, MODEL_ALL_THREADS);
      free(model_points(m, r->routine, MODEL_ALL_THREADS, PROF_RMS, open,
                        &r->points_rms));
      free(model_points(m, r->routine, MODEL_ALL_THREADS, PROF_TRMS, open,
                        &r->points_trms));
      n++;
   }
   qsort(rows, n, sizeof *rows, compare_rows);
   *count = n;
   return rows;
}

/* --- data --- */

static void put_row(FILE *f, int chart, size_t number, const profile_row *r)
{
   char a[NUMBERS_TEXT], b[NUMBERS_TEXT];

   if (chart == CHART_VOLUME)
      fprintf(f, "%zu\t%s\t%s\n", number, numbers_text(a, r->sums.rms),
              numbers_text(b, r->sums.trms));
   else
      fprintf(f, "%zu\t\t\t\t\t\t\t\t%zu\t%zu\t\t\t%.9g\t%.9g\n", number,
              r->points_rms, r->points_trms,
              100 * share(r->sums.external, r->sums.trms),
              100 * share(r->sums.thread, r->sums.trms));
}

static void put_labels(FILE *script, const plot_source *s, size_t number,
                       const profile_row *rows, size_t count)
{
   char *variable = memory_format("labels%zu", number);
   const char **labels = memory_new(count, sizeof *labels);

   for (size_t i = 0; i < count; i++)
      labels[i] = s->legends[rows[i].routine];
   gnuplot_set_array(script, variable, labels, count);
   free(labels);
   free(variable);
}

/* Return whether the chart shows a routine. */
static bool is_drawn(int chart, const profile_row *r)
{
   return chart == CHART_VOLUME ? true :
          chart == CHART_RICHNESS ? r->points_rms > 0 : induced(r) > 0;
}

static void refuse(const plot *p, const char *reason)
{
   if (p->source_count == 1)
      message_error("%s: %s", p->sources[0].file, reason);
   else
      message_error("plot: %s", reason);
}

/* Write a numbered block of data for each source.  Return false after one line
   on stderr if there is nothing to draw. */
static bool put_rows(FILE *script, const plot *p)
{
   const plot_options *o = p->options;
   size_t drawn = 0;

   for (size_t i = 0; i < p->source_count; i++) {
      size_t count;
      profile_row *rows = make_rows(&p->sources[i], o->open, &count);

      if (o->chart == CHART_INDUCED && count <= LABELS)
         put_labels(script, &p->sources[i], i + 1, rows, count);
      fprintf(script, "$routines%zu << END_OF_ROUTINES\n", i + 1);
      for (size_t k = 0; k < count; k++) {
         put_row(script, o->chart, k + 1, &rows[k]);
         drawn += is_drawn(o->chart, &rows[k]);
      }
      fputs("END_OF_ROUTINES\n", script);
      free(rows);
      if (count == 0)
         message_error("%s: no routine has an activation",
                       p->sources[i].file);
      if (count == 0)
         return false;
   }
   if (drawn == 0)
      refuse(p, o->chart == CHART_RICHNESS
                ? "there is nothing to draw: no routine has points"
                : "there is nothing to draw: no routine has induced input");
   return drawn > 0;
}

/* --- the bars of external and thread-induced input --- */

/* The largest share of threads comes first, as in the paper's Figure 17. */
static int compare_sources(const void *a, const void *b, void *context)
{
   const plot *p = context;
   const size_t i = *(const size_t *)a, k = *(const size_t *)b;
   const model_total *x = &p->sources[i].model->total;
   const model_total *y = &p->sources[k].model->total;
   const double s = share(x->thread, x->thread + x->external);
   const double t = share(y->thread, y->thread + y->external);

   return s != t ? s < t ? 1 : -1 : (i > k) - (i < k);
}

static bool has_induced(const plot *p)
{
   for (size_t i = 0; i < p->source_count; i++)
      if (p->sources[i].model->total.external > 0 ||
          p->sources[i].model->total.thread > 0)
         return true;
   return false;
}

/* Write the `total` records of the profiles, with the number of the source in
   place of the first field. */
static void put_totals(FILE *script, const plot *p)
{
   size_t *order = memory_new(p->source_count, sizeof *order);

   for (size_t i = 0; i < p->source_count; i++)
      order[i] = i;
   qsort_r(order, p->source_count, sizeof *order, compare_sources, (void *)p);
   fputs("$totals << END_OF_TOTALS\n", script);
   for (size_t i = 0; i < p->source_count; i++) {
      const model_total *t = &p->sources[order[i]].model->total;
      const prof_sum fields[] = {
         t->cost, t->activations, t->rms, t->ext, t->trms, t->external,
         t->thread,
      };

      fprintf(script, "%zu", order[i] + 1);
      for (size_t k = 0; k < sizeof fields / sizeof *fields; k++) {
         char number[NUMBERS_TEXT];

         fprintf(script, "\t%s", numbers_text(number, fields[k]));
      }
      putc('\n', script);
   }
   fputs("END_OF_TOTALS\ndata = '$totals'\n", script);
   free(order);
}

/* --- the chart --- */

static bool fits_in(const plot *p)
{
   const int chart = p->options->chart;
   const size_t most = chart == CHART_INDUCED ? MAX_PANELS :
                       chart == CHART_SOURCES ? MAX_BARS : MAX_CURVES;

   if (p->source_count > most)
      message_error("more than %zu files are not readable in the chart %s",
                    most, plot_options_chart_names[chart]);
   return p->source_count <= most;
}

int plot_whole_profile_write(const plot *p, FILE *script, const char **file)
{
   const plot_options *o = p->options;

   if (!fits_in(p))
      return STATUS_UNUSABLE;
   *file = kinds[o->chart].script;
   fprintf(script, "axes = '%s'\n",
           o->axes < 0 ? "auto" : plot_options_axes_names[o->axes]);
   put_heading(script, p);
   if (o->chart == CHART_SOURCES) {
      if (!has_induced(p)) {
         refuse(p, "there is nothing to draw: no input is induced");
         return STATUS_NO;
      }
      put_totals(script, p);
      return STATUS_DONE;
   }
   if (!put_rows(script, p))
      return STATUS_NO;
   fputs("data = '$routines1'\n", script);
   return STATUS_DONE;
}
