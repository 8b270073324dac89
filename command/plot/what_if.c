/* The chart of a series of aprof what-if: see what_if.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/what_if.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "plot/gnuplot.h"
#include "whatif/read.h"
#include "whatif/gains.h"

#include <stdlib.h>

enum { CURVES = 8 };

static bool is_drawn(const gains_row *r)
{
   for (size_t i = 0; i < r->count; i++)
      if (r->points[i]->state == POINT_DONE)
         return true;
   return false;
}

/* Points that were not measured are left out, and named. */
static void put_points(FILE *script, const whatif *s, const gains_row *r)
{
   fputs("0\t0\n", script);
   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];

      if (p->state == POINT_DONE)
         fprintf(script, "%u\t%.6g\n", p->percent, whatif_gain(s, p));
      else
         message_note("%s, %u %%: not measured", p->routine, p->percent);
   }
   fputs("\n\n", script);
}

static void put_heading(FILE *script, const whatif *s)
{
   char *heading = memory_format("%s: what if a routine were faster",
                                 paths_file_name(s->command[0]));
   char *subject = gains_subject(s);
   char *label = memory_format("%s gains, %%", subject);

   gnuplot_set(script, "heading", heading);
   gnuplot_set(script, "y_label", label);
   free(heading);
   free(label);
   free(subject);
}

static size_t put_curves(FILE *script, const whatif *s, const gains_row *rows,
                         size_t count)
{
   const char *names[CURVES];
   size_t n = 0;

   fputs("$gains << END_OF_GAINS\n", script);
   for (size_t i = 0; i < count && n < CURVES; i++)
      if (is_drawn(&rows[i])) {
         put_points(script, s, &rows[i]);
         names[n++] = rows[i].shown;
      }
   fprintf(script, "END_OF_GAINS\ndata = '$gains'\nseries = %zu\n", n);
   gnuplot_set_array(script, "names", names, n);
   return n;
}

int plot_what_if_write(const char *name, FILE *script, const char **file)
{
   whatif *s = whatif_read(name);
   gains_row *rows;
   size_t count, drawn;

   if (s == NULL)
      return STATUS_UNUSABLE;
   rows = gains_rows(s, &count);
   put_heading(script, s);
   drawn = put_curves(script, s, rows, count);
   gains_free(rows, count);
   whatif_free(s);
   *file = "what-if.gp";
   if (drawn > 0)
      return STATUS_DONE;
   message_error("%s: there is nothing to draw: no point was measured", name);
   return STATUS_NO;
}
