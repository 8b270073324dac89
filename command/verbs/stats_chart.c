/* The picture of how shares vary from run to run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/stats_chart.h"
#include "base/memory.h"
#include "base/message.h"
#include "names/shorten.h"
#include "plot/gnuplot.h"
#include "plot/picture.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

typedef struct {
   const compared_routine *r;
   double mean;                       /* of its shares, in percent */
} shown_row;

typedef struct {
   const compared *c;
   shown_row *rows;
   size_t count;
} content;

static double share(const compared *c, const compared_routine *r, size_t set)
{
   return 100 * r->weights[set] / c->tables[set].weight;
}

static int compare(const void *p, const void *q)
{
   const shown_row *a = p, *b = q;

   if (a->mean != b->mean)
      return a->mean < b->mean ? 1 : -1;
   return strcmp(a->r->routine, b->r->routine);
}

/* Return the standard error of a share in a run, in percent, by the samples of
   all runs. */
static double error_of(const compared *c, const compared_routine *r)
{
   double found = 0, all = 0, p;

   for (size_t i = 0; i < c->sets; i++) {
      found += r->counts[i];
      all += c->tables[i].samples;
   }
   p = all > 0 ? found / all : 0;
   return all > 0 ? 100 * sqrt(p * (1 - p) * c->sets / all) : 0;
}

static bool write_script(FILE *script, const void *context)
{
   const content *w = context;
   char **names = memory_new(w->count, sizeof *names);

   fprintf(script, "rows = %zu\n$runs << EOD\n", w->count);
   for (size_t i = 0; i < w->count; i++)
      for (size_t set = 0; set < w->c->sets; set++)
         fprintf(script, "%zu\t%.6g\n", i + 1,
                 share(w->c, w->rows[i].r, set));
   fputs("EOD\n$means << EOD\n", script);
   for (size_t i = 0; i < w->count; i++) {
      const double mean = w->rows[i].mean;
      const double error = error_of(w->c, w->rows[i].r);

      fprintf(script, "%zu\t%.6g\t%.6g\t%.6g\n", i + 1, mean,
              fmax(mean - 2 * error, 0), mean + 2 * error);
      names[i] = shorten_name(compared_name(w->rows[i].r), PICTURE_NAME);
   }
   fputs("EOD\n", script);
   gnuplot_set_array(script, "names", (const char *const *)names, w->count);
   memory_free_strings(names, w->count);
   return gnuplot_add_file(script, "variation.gp");
}

bool stats_chart_draw(const char *name, const compared *c, size_t most)
{
   content w = { c, memory_new(c->count, sizeof *w.rows), c->count };
   char *heading = memory_format("Shares of the time in %zu runs", c->sets);
   bool good;

   for (size_t i = 0; i < c->count; i++) {
      w.rows[i].r = &c->routines[i];
      for (size_t set = 0; set < c->sets; set++)
         w.rows[i].mean += share(c, &c->routines[i], set) / c->sets;
   }
   if (c->count > 0)
      qsort(w.rows, c->count, sizeof *w.rows, compare);
   if (w.count > most)
      w.count = most;
   good = picture_draw(name, heading, write_script, &w);
   free(heading);
   free(w.rows);
   return good;
}
