/* The chart of a series of aprof what-if: see what_if.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "plot/what_if.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "base/text.h"
#include "plot/gnuplot.h"
#include "whatif/read.h"
#include "whatif/gains.h"
#include "whatif/wanted.h"

#include <stdlib.h>

enum { CURVES = 8 };

static bool is_drawn(const gains_row *r)
{
   for (size_t i = 0; i < r->count; i++)
      if (r->points[i]->state == POINT_DONE)
         return true;
   return false;
}

/* The gains of a panel.  Points that were not measured are left out. */
static void put_points(FILE *script, const whatif *s, const gains_row *r)
{
   fputs("0\t0\t0\n", script);
   for (size_t i = 0; i < r->count; i++) {
      const whatif_point *p = r->points[i];
      const whatif_estimate e = whatif_gain(s, p);

      if (p->state == POINT_DONE)
         fprintf(script, "%u\t%.6g\t%.3g\n", p->percent, e.gain,
                 whatif_error(&e));
   }
   fputs("\n\n", script);
}

static void name_missing(const gains_row *r)
{
   for (size_t i = 0; i < r->count; i++)
      if (r->points[i]->state != POINT_DONE)
         message_note("%s, %u %%: not measured", r->points[i]->routine,
                      r->points[i]->percent);
}

/* What is on the y axis of a panel; the caller frees it. */
static char *label_of(const whatif *s)
{
   char *subject = gains_subject(s);
   char *label = memory_format("%s gains, %%", subject);

   free(subject);
   return label;
}

static void put_heading(FILE *script, const whatif *s, size_t panels)
{
   char **labels = memory_new(panels, sizeof *labels);
   const char *kind = wanted_kind(s);
   char *heading = memory_format("%s: what if %s %s were faster",
                                 paths_file_name(s->command[0]),
                                 text_article(kind), kind);

   for (size_t i = 0; i < panels; i++) {
      const whatif view = whatif_view(s, i);

      labels[i] = label_of(&view);
   }
   gnuplot_set(script, "heading", heading);
   gnuplot_set(script, "y_label", labels[0]);
   gnuplot_set_array(script, "y_labels", (const char *const *)labels, panels);
   fprintf(script, "panels = %zu\n", panels);
   memory_free_strings(labels, panels);
   free(heading);
}

/* Is an error of a routine worth a bar? */
static bool has_errors(const whatif *s)
{
   for (size_t i = 0; i < s->point_count; i++) {
      const whatif_estimate e = whatif_gain(s, &s->points[i]);

      if (s->points[i].state == POINT_DONE && whatif_is_uncertain(&e))
         return true;
   }
   return false;
}

/* The same routines in each panel, in the order of the first. */
static size_t put_curves(FILE *script, const whatif *s, const gains_row *rows,
                         size_t count, size_t panels)
{
   const char *names[CURVES];
   bool errors = false;
   size_t n = 0;

   fputs("$gains << END_OF_GAINS\n", script);
   for (size_t k = 0; k < panels; k++) {
      const whatif view = whatif_view(s, k);

      errors |= has_errors(&view);
      n = 0;
      for (size_t i = 0; i < count && n < CURVES; i++)
         if (is_drawn(&rows[i])) {
            put_points(script, &view, &rows[i]);
            names[n++] = rows[i].shown;
            if (k == 0)
               name_missing(&rows[i]);
         }
   }
   fprintf(script, "END_OF_GAINS\ndata = '$gains'\nseries = %zu\n"
           "errors = %d\n", n, errors);
   gnuplot_set_array(script, "names", names, n);
   return n;
}

int plot_what_if_write(const char *name, FILE *script, const char **file)
{
   whatif *s = whatif_read(name);
   gains_row *rows;
   size_t count, drawn, panels;

   if (s == NULL)
      return STATUS_UNUSABLE;
   panels = whatif_measures(s);
   rows = gains_rows(s, &count);
   put_heading(script, s, panels);
   drawn = put_curves(script, s, rows, count, panels);
   gains_free(rows, count);
   whatif_free(s);
   *file = "what-if.gp";
   if (drawn > 0)
      return STATUS_DONE;
   message_error("%s: there is nothing to draw: no point was measured", name);
   return STATUS_NO;
}
