/* A series as rows for programs: see rows.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/rows.h"
#include "whatif/gains.h"
#include "whatif/growth.h"

#include <math.h>

static cell percent_cell(double share)
{
   return isnan(share) ? cell_empty() : cell_real(100 * share);
}

static void add_rows(row_output *out, const whatif *s)
{
   const whatif_progress *m = s->measure == WHATIF_END
                              ? NULL : &s->base[0].progress.list[s->measure];
   size_t count;
   gains_row *rows = gains_rows(s, &count);

   for (size_t i = 0; i < s->point_count; i++) {
      const whatif_point *p = &s->points[i];
      const whatif_growth *g = growth_find(s, p->routine);
      const whatif_estimate e = whatif_gain(s, p);
      double low, high;
      const bool bounded =
         growth_interval(s, gains_find(rows, count, p->routine), p, &low,
                         &high);
      const cell cells[] = {
         cell_text(p->routine), percent_cell(whatif_self(s, p->routine)),
         percent_cell(whatif_slope(s, p->routine)),
         cell_whole(p->percent), cell_text(whatif_state_names[p->state]),
         p->state == POINT_DONE ? cell_real(e.gain) : cell_empty(),
         *p->note ? cell_text(p->note) : cell_empty(),
         m ? cell_text(m->name) : cell_empty(),
         cell_text(m == NULL ? "time" : m->is_pair ? "latency" : "throughput"),
         g ? cell_real(g->factor) : cell_empty(),
         g ? cell_real(g->low) : cell_empty(),
         g ? cell_real(g->high) : cell_empty(),
         bounded ? cell_real(low) : cell_empty(),
         bounded ? cell_real(high) : cell_empty(),
         p->state == POINT_DONE && !isnan(e.error) ? cell_real(e.error)
                                                   : cell_empty(),
      };

      rows_add(out, cells);
   }
   gains_free(rows, count);
}

void whatif_rows_print(const whatif *s, rows_format format)
{
   /* The names do not depend on the series, for programs that read them. */
   static const char *const columns[] = {
      "routine", "self_pct", "slope_pct", "percent", "state", "gain_pct",
      "note", "progress", "measure", "growth", "growth_low", "growth_high",
      "gain_low_pct", "gain_high_pct", "gain_error_pct",
   };
   row_output out;

   rows_begin(&out, stdout, format, columns,
              sizeof columns / sizeof *columns);
   for (size_t i = 0; i < whatif_measures(s); i++) {
      const whatif view = whatif_view(s, i);

      add_rows(&out, &view);
   }
   rows_end(&out);
}
