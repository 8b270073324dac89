/* The picture of the times of routines, now and on larger inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/prof_chart.h"
#include "base/memory.h"
#include "base/message.h"
#include "cli/options.h"
#include "cli/outfile.h"
#include "names/shorten.h"
#include "plot/gnuplot.h"

#include <stdlib.h>
#include <string.h>

#define NAME_WIDTH 40

/* Return the kind of picture that a name says, or NULL after one line on
   stderr. */
static const char *kind_of(const char *name)
{
   static const char *const kinds[] = { "svg", "png", "pdf", "txt", NULL };
   const char *dot = strrchr(name, '.');
   const int kind = dot ? options_choice(kinds, dot + 1) : -1;

   if (strcmp(name, "-") == 0)
      return "txt";
   if (kind < 0) {
      message_error("--chart=%s: a picture's name ends in .svg, .png, .pdf or "
                    ".txt", name);
      return NULL;
   }
   return kinds[kind];
}

/* Write the rows with their names.  Return how many there are. */
static size_t put_rows(FILE *script, const sample_table *t,
                       const seconds_growth *growths)
{
   char **names = memory_new(t->count, sizeof *names);
   size_t count = 0;

   fputs("$rows << EOD\n", script);
   for (size_t i = 0; i < t->count; i++) {
      const double now = 1e-9 * t->rows[i].weight;
      char class[GROWTH_NAME_SIZE], *name;
      seconds_then then;

      if (!growths[i].known || now <= 0)
         continue;
      then = seconds_then_of(&growths[i], &t->rows[i], now);
      name = shorten_name(t->rows[i].routine, NAME_WIDTH);
      names[count++] = memory_format("%s %s", name,
                                     growth_name(class, growths[i].p.growth));
      free(name);
      fprintf(script, "%.6g\t%.6g\t%.6g\t%.6g\t%zu\n", now, then.time,
              then.low, then.high, count);
   }
   fputs("EOD\ndata = \"$rows\"\n", script);
   gnuplot_set_array(script, "names", (const char *const *)names, count);
   for (size_t i = 0; i < count; i++)
      free(names[i]);
   free(names);
   return count;
}

static bool write_script(FILE *script, const char *kind, const sample_table *t,
                         const seconds_growth *growths, unsigned long scale,
                         bool cycles)
{
   const char *unit = cycles ? "Gcycles" : "Seconds";
   char *heading = memory_format("%s now, and with inputs %lu times as large",
                                 unit, scale);

   fprintf(script, "kind = '%s'\nscale = %lu.0\n", kind, scale);
   gnuplot_set(script, "heading", heading);
   gnuplot_set(script, "y_label", cycles ? "Gcycles then" : "seconds then");
   free(heading);
   if (put_rows(script, t, growths) == 0) {
      message_error("prof: the growth of no routine is known: there is nothing "
                    "to draw");
      return false;
   }
   return gnuplot_add_file(script, "seconds.gp") && fflush(script) == 0;
}

bool prof_chart_draw(const char *name, const sample_table *t,
                     const seconds_growth *growths, unsigned long scale,
                     bool cycles)
{
   const char *kind = kind_of(name);
   FILE *script = kind ? tmpfile() : NULL;
   outfile out;
   bool good;

   if (script == NULL) {
      if (kind)
         message_error("prof: cannot create a temporary file");
      return false;
   }
   good = write_script(script, kind, t, growths, scale, cycles) &&
          outfile_open_beside(&out, name, 0666);
   if (good) {
      good = gnuplot_draw(script, out.file, strcmp(kind, "txt") == 0);
      if (!good)
         outfile_discard(&out);
      else
         good = outfile_close(&out);
   }
   fclose(script);
   return good;
}
