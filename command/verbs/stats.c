/* aprof stats: how the times of routines vary from run to run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* qsort_r */
#include "base/memory.h"
#include "base/message.h"
#include "cli/rows.h"
#include "names/shorten.h"
#include "samples/compare.h"
#include "samples/read.h"
#include "verbs/stats_chart.h"
#include "verbs/verbs.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum {
   RANGE, SUM, MEAN, SD, MIN, MAX, NOISE, SHARE, SHARE_SD, SHARE_NOISE, ROUTINE,
   IMAGE, COLUMNS
};

static const char *const columns[COLUMNS] = {
   "range", "sum", "mean", "sd", "min", "max", "noise", "share", "share_sd",
   "share_noise", "routine", "image",
};

/* Routines in the picture without --top. */
#define CHART_ROWS 15

/* Variation below this multiple of the sampling's is no variation. */
#define NOISE_LEAST 2

typedef struct {
   double mean, sd, min, max, sum;
   double noise;                      /* sd over what sampling alone gives; 0 if
                                         there are no samples */
} variation;

typedef struct {
   const compared_routine *r;
   variation time, share;             /* share: of the run, 0 to 1 */
} row;

/* Describe numbers, each with the variance that sampling alone gives it. */
static variation describe(const double *x, const double *variances,
                          size_t count)
{
   variation v = { .min = INFINITY };
   double squares = 0, expected = 0;

   for (size_t i = 0; i < count; i++) {
      v.sum += x[i];
      expected += variances[i];
      v.min = fmin(v.min, x[i]);
      v.max = fmax(v.max, x[i]);
   }
   v.mean = v.sum / count;
   for (size_t i = 0; i < count; i++)
      squares += (x[i] - v.mean) * (x[i] - v.mean);
   v.sd = sqrt(squares / (count - 1));
   if (expected > 0)
      v.noise = v.sd / sqrt(expected / count);
   return v;
}

static row row_of(const compared *c, const compared_routine *r, double unit)
{
   double *times = memory_new(c->sets, sizeof *times);
   double *shares = memory_new(c->sets, sizeof *shares);
   double *time_variances = memory_new(c->sets, sizeof *time_variances);
   double *share_variances = memory_new(c->sets, sizeof *share_variances);
   row result = { .r = r };

   for (size_t i = 0; i < c->sets; i++) {
      const double n = r->counts[i], all = c->tables[i].samples;
      const double p = n / all;

      times[i] = r->weights[i] * unit;
      shares[i] = r->weights[i] / c->tables[i].weight;
      if (n > 0)
         time_variances[i] = times[i] * times[i] / n;
      share_variances[i] = p * (1 - p) / all;
   }
   result.time = describe(times, time_variances, c->sets);
   result.share = describe(shares, share_variances, c->sets);
   free(times);
   free(shares);
   free(time_variances);
   free(share_variances);
   return result;
}

static double range_of(const variation *v)
{
   return v->sum > 0 ? 100 * (v->max - v->min) / v->sum : 0;
}

/* Rows that vary no more than sampling does come last; the largest range
   first, but ranges of little time say little: by time and range. */
static int compare(const void *p, const void *q)
{
   const row *a = p, *b = q;
   const bool quiet_a = a->time.noise < NOISE_LEAST;
   const bool quiet_b = b->time.noise < NOISE_LEAST;
   const double x = a->time.max - a->time.min, y = b->time.max - b->time.min;

   if (quiet_a != quiet_b)
      return quiet_a - quiet_b;
   if (x != y)
      return x < y ? 1 : -1;
   return strcmp(a->r->routine, b->r->routine);
}

static void print_table(const row *rows, size_t count, const variation *runs,
                        size_t sets, bool cycles)
{
   const size_t width = rows_terminal_width() - 60;

   printf("%zu runs of %.4g %s each, sd %.2g %%\n", sets, runs->mean,
          cycles ? "Gcycles" : "s", 100 * runs->sd / runs->mean);
   printf("range %%  %s      sd     min     max  noise   share   sd %%  noise  "
          "routine\n", cycles ? "Gcyc" : "mean");
   for (size_t i = 0; i < count; i++) {
      const row *r = &rows[i];
      char *name = shorten_name(compared_name(r->r), width);

      printf("%7.2f %5.3f %7.4f %7.4f %7.4f %6.1f %6.2f%% %6.1f %6.1f  %s\n",
             range_of(&r->time), r->time.mean, r->time.sd, r->time.min,
             r->time.max, r->time.noise, 100 * r->share.mean,
             r->share.mean > 0 ? 100 * r->share.sd / r->share.mean : 0,
             r->share.noise, name);
      free(name);
   }
   printf("noise: the sd over what sampling alone would give; rows below %d "
          "stand last.\n", NOISE_LEAST);
   puts("Where times vary and shares do not, the machine varies, not the "
        "routine.");
}

static void print_rows(const row *rows, size_t count, rows_format format)
{
   row_output out;

   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < count; i++) {
      const row *r = &rows[i];
      const cell cells[COLUMNS] = {
         cell_real(range_of(&r->time)), cell_real(r->time.sum),
         cell_real(r->time.mean), cell_real(r->time.sd),
         cell_real(r->time.min), cell_real(r->time.max),
         cell_real(r->time.noise), cell_real(r->share.mean),
         cell_real(r->share.sd), cell_real(r->share.noise),
         cell_text(r->r->routine), cell_text(r->r->image),
      };

      rows_add(&out, cells);
   }
   rows_end(&out);
}

static void answer(const compared *c, int format, size_t top)
{
   const samples_event *e = &c->read[0]->events[samples_main_event(c->read[0])];
   const double unit = 1e-9;
   row *rows = memory_new(c->count, sizeof *rows);
   double *totals = memory_new(c->sets, sizeof *totals);
   double *zeros = memory_new(c->sets, sizeof *zeros);
   variation runs;

   for (size_t i = 0; i < c->count; i++)
      rows[i] = row_of(c, &c->routines[i], unit);
   for (size_t i = 0; i < c->sets; i++)
      totals[i] = c->tables[i].weight * unit;
   runs = describe(totals, zeros, c->sets);
   qsort(rows, c->count, sizeof *rows, compare);
   if (top > c->count)
      top = c->count;
   if (format == VERBS_TABLE)
      print_table(rows, top, &runs, c->sets, strcmp(e->unit, "ns") != 0);
   else
      print_rows(rows, top, verbs_rows(format));
   free(rows);
   free(totals);
   free(zeros);
}

int verb_stats(int argc, char **argv)
{
   int format = VERBS_TABLE, status;
   unsigned long top = 0;
   const char *chart = NULL;
   const option options[] = {
      { "top", OPTION_COUNT, &top, NULL, "N",
        "the first N rows (default of the table: 25)" },
      { "chart", OPTION_TEXT, &chart, NULL, "FILE",
        "draw the shares in each run (default: of 15); svg, png, pdf or txt" },
      VERBS_FORMAT(&format),
      { NULL, 0, NULL, NULL, NULL, NULL },
   };
   const option_table table = {
      "stats", "[OPTION...] RUN RUN...",
      "Lists how the times of routines vary over runs that were recorded; a "
      "folder is one run.", options,
   };
   size_t files;
   compared c;

   if (!verbs_begin(argc, argv, &table, &files, &status))
      return status;
   if (files < 2) {
      message_error("stats: at least two runs are compared; the more, the "
                    "better");
      return STATUS_UNUSABLE;
   }
   if (!compared_read(&c, argv, files))
      return STATUS_UNUSABLE;
   samples_warn_of_repeated(c.read, c.sets);
   status = STATUS_DONE;
   if (chart)
      status = stats_chart_draw(chart, &c, top ? top : CHART_ROWS)
               ? STATUS_DONE : STATUS_UNUSABLE;
   else
      answer(&c, format, top ? top : format == VERBS_TABLE ? 25 : SIZE_MAX);
   compared_free(&c);
   return status;
}
