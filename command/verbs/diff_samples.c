/* aprof diff of two samples files.

   Shares of the time are compared: times vary from run to run much more than
   shares do.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_samples.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "names/shorten.h"
#include "plot/gnuplot.h"
#include "plot/picture.h"
#include "samples/compare.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The columns in their order; new columns are only added at the end. */
enum {
   ROUTINE, IMAGE, STATUS, SECONDS_OLD, SECONDS_NEW, PERCENT_OLD, PERCENT_NEW,
   NOISE, COLUMNS
};

static const char *const columns[COLUMNS] = {
   "routine", "image", "status", "seconds_old", "seconds_new", "percent_old",
   "percent_new", "noise",
};

/* A difference of shares is a change from this number of standard errors on:
   of a thousand routines that have not changed fewer than 0.1 get there. */
#define NOISE_CHANGE 4
/* With fewer samples a share has a standard error of up to 5 points. */
#define FEW_SAMPLES 100

enum { OLD, NEW, SIDES };

typedef struct {
   const compared_routine *r;
   const char *status;                /* changed, new, gone or same */
   double seconds[SIDES];             /* of a run */
   double shares[SIDES];
   double noise;                      /* standard errors between the shares */
} difference;

/* Return the variance that sampling gives a share.  With one sample more, of
   which half is this routine's: a share of 0 has an error, too. */
static double variance_of(const compared *c, const compared_routine *r,
                          int side)
{
   const double all = c->tables[side].samples + 1;
   const double p = (r->counts[side] + 0.5) / all;

   return p * (1 - p) / all;
}

static difference compare_routine(const compared *c, const compared_routine *r)
{
   difference d = { .r = r, .status = "same" };
   double variance = 0;

   for (int side = 0; side < SIDES; side++) {
      d.seconds[side] = 1e-9 * r->weights[side] / compared_runs(c, side);
      d.shares[side] = r->weights[side] / c->tables[side].weight;
      variance += variance_of(c, r, side);
   }
   if (variance > 0)
      d.noise = (d.shares[NEW] - d.shares[OLD]) / sqrt(variance);
   if (fabs(d.noise) >= NOISE_CHANGE)
      d.status = r->counts[OLD] == 0 ? "new" : r->counts[NEW] == 0 ? "gone"
                                                                  : "changed";
   return d;
}

static int compare(const void *p, const void *q)
{
   const difference *a = p, *b = q;
   const double x = fabs(a->shares[NEW] - a->shares[OLD]);
   const double y = fabs(b->shares[NEW] - b->shares[OLD]);

   if (x != y)
      return x < y ? 1 : -1;
   return strcmp(a->r->routine, b->r->routine);
}

/* Print that nothing has changed.  Few samples explain nearly any change: then
   that is said as well. */
static void print_no_change(const compared *c)
{
   const int fewer = c->tables[NEW].samples < c->tables[OLD].samples ? NEW : OLD;
   const uint64_t taken = c->tables[fewer].samples;

   puts("No routine's share of it has changed more than sampling explains.");
   if (taken < FEW_SAMPLES)
      printf("The %s recording has %" PRIu64 " sample%s, which explain nearly any "
             "share: record a\nlonger run, or name a folder of several "
             "recordings.\n", fewer == NEW ? "new" : "old", taken,
             taken == 1 ? "" : "s");
}

static void print_table(const compared *c, const difference *list, size_t count,
                        bool cycles)
{
   const size_t width = rows_terminal_width() - 48;
   const char *unit = cycles ? "Gcycles" : "s";

   const double before = 1e-9 * c->tables[OLD].weight / compared_runs(c, OLD);
   const double now = 1e-9 * c->tables[NEW].weight / compared_runs(c, NEW);

   printf("A run took %.4g %s, now %.4g %s", before, unit, now, unit);
   if (before > 0)
      printf(" (x %.3g)", now / before);
   puts(".");
   if (count == 0) {
      print_no_change(c);
      return;
   }
   printf("%7s %8s %8s %7s %7s %6s  routine\n", "status", "before",
          "now", "% before", "% now", "noise");
   for (size_t i = 0; i < count; i++) {
      const difference *d = &list[i];
      char *name = shorten_name(compared_name(d->r), width);

      printf("%7s %8.3f %8.3f %8.1f %7.1f %6.1f  %s\n", d->status,
             d->seconds[OLD], d->seconds[NEW], 100 * d->shares[OLD],
             100 * d->shares[NEW], d->noise, name);
      free(name);
   }
   printf("before, now: %s in a run.  noise: standard errors between the two "
          "shares.\n", cycles ? "Gcycles" : "seconds");
}

static void print_rows(const difference *list, size_t count,
                       rows_format format)
{
   row_output out;

   rows_begin(&out, stdout, format, columns, COLUMNS);
   for (size_t i = 0; i < count; i++) {
      const difference *d = &list[i];
      const cell cells[COLUMNS] = {
         cell_text(d->r->routine), cell_text(d->r->image),
         cell_text(d->status), cell_real(d->seconds[OLD]),
         cell_real(d->seconds[NEW]), cell_real(100 * d->shares[OLD]),
         cell_real(100 * d->shares[NEW]), cell_real(d->noise),
      };

      rows_add(&out, cells);
   }
   rows_end(&out);
}

/* --- the picture --- */

typedef struct {
   const compared *c;
   const difference *list;
   size_t count;
} content;

/* A share of 0 stands at half a sample: the axes are logarithmic. */
static double drawn(const compared *c, const difference *d, int side)
{
   return 100 * fmax(d->shares[side], 0.5 / (c->tables[side].samples + 1));
}

static bool write_script(FILE *script, const void *context)
{
   const content *w = context;
   char **names = memory_new(w->count, sizeof *names);
   size_t named = 0;
   double low = 100;

   fputs("$rows << EOD\n", script);
   for (size_t i = 0; i < w->count; i++) {
      const difference *d = &w->list[i];
      const double before = drawn(w->c, d, OLD), now = drawn(w->c, d, NEW);
      const bool changed = strcmp(d->status, "same") != 0;

      if (changed)
         names[named++] = shorten_name(compared_name(d->r), PICTURE_NAME);
      low = fmin(low, fmin(before, now));
      fprintf(script, "%.6g\t%.6g\t%.6g\t%.6g\t%zu\n", before, now,
              100 * sqrt(variance_of(w->c, d->r, OLD)),
              100 * sqrt(variance_of(w->c, d->r, NEW)),
              changed ? named : 0);
   }
   fprintf(script, "EOD\ndata = \"$rows\"\nlow = %.6g\nhigh = 200\n", low / 2);
   gnuplot_set(script, "y_label", "% of the time now");
   gnuplot_set_array(script, "names", (const char *const *)names, named);
   memory_free_strings(names, named);
   return gnuplot_add_file(script, "changes.gp");
}

static bool draw(const char *name, const compared *c, const difference *list,
                 size_t count)
{
   const content w = { c, list, count };

   return picture_draw(name, "Shares of the time, before and now", write_script,
                       &w);
}

int diff_samples(char *const names[2], const diff_samples_options *o)
{
   compared c;
   difference *list;
   size_t shown = 0, changed = 0;
   bool cycles, drawn_well = true;

   if (!compared_read(&c, names, SIDES))
      return STATUS_UNUSABLE;
   list = memory_new(c.count, sizeof *list);
   for (size_t i = 0; i < c.count; i++) {
      const difference d = compare_routine(&c, &c.routines[i]);
      const bool is_same = strcmp(d.status, "same") == 0;

      changed += !is_same;
      if (o->all || o->chart || !is_same)
         list[shown++] = d;
   }
   if (shown > 0)
      qsort(list, shown, sizeof *list, compare);
   cycles = strcmp(c.read[0]->events[samples_main_event(c.read[0])].unit, "ns");
   if (o->chart)
      drawn_well = draw(o->chart, &c, list, shown);
   else if (o->table)
      print_table(&c, list, shown, cycles);
   else
      print_rows(list, shown, o->format);
   free(list);
   compared_free(&c);
   return !drawn_well ? STATUS_UNUSABLE : changed > 0 ? STATUS_NO : STATUS_DONE;
}
