/* The picture of the times of routines, now and on larger inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/prof_chart.h"
#include "base/memory.h"
#include "base/message.h"
#include "names/shorten.h"
#include "plot/gnuplot.h"
#include "plot/picture.h"

#include <math.h>
#include <stdlib.h>

typedef struct {
   const sample_table *t;
   const seconds_growth *growths;
   unsigned long scale;
   bool cycles;
} content;

/* Write the rows with their names.  Return how many there are. */
static size_t put_rows(FILE *script, const content *c)
{
   char **names = memory_new(c->t->count, sizeof *names);
   size_t count = 0;

   fputs("$rows << EOD\n", script);
   for (size_t i = 0; i < c->t->count; i++) {
      const seconds_growth *g = &c->growths[i];
      const double now = 1e-9 * c->t->rows[i].weight;
      char class[GROWTH_NAME_SIZE], *name;
      seconds_then then;

      if (!g->known || now <= 0)
         continue;
      then = seconds_then_of(g, &c->t->rows[i], now);
      name = shorten_name(c->t->rows[i].routine, PICTURE_NAME);
      names[count++] = memory_format("%s %s", name,
                                     seconds_class(class, g));
      free(name);
      fprintf(script, "%.6g\t%.6g\t%.6g\t%.6g\t%zu\n", now, then.time,
              then.low, isfinite(then.high) ? then.high : then.time, count);
   }
   fputs("EOD\ndata = \"$rows\"\n", script);
   gnuplot_set_array(script, "names", (const char *const *)names, count);
   memory_free_strings(names, count);
   return count;
}

static bool write_script(FILE *script, const void *context)
{
   const content *c = context;

   fprintf(script, "scale = %lu.0\n", c->scale);
   gnuplot_set(script, "y_label", c->cycles ? "Gcycles then" : "seconds then");
   if (put_rows(script, c) == 0) {
      message_error("prof: the growth of no routine is known: there is nothing "
                    "to draw");
      return false;
   }
   return gnuplot_add_file(script, "seconds.gp");
}

bool prof_chart_draw(const char *name, const sample_table *t,
                     const seconds_growth *growths, unsigned long scale,
                     bool cycles)
{
   const content c = { t, growths, scale, cycles };
   char *heading = memory_format("%s now, and with inputs %lu times as large",
                                 cycles ? "Gcycles" : "Seconds", scale);
   const bool good = picture_draw(name, heading, write_script, &c);

   free(heading);
   return good;
}
