/* The runs for the bounds of growth: see bound_runs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/bound_runs.h"
#include "base/memory.h"
#include "base/message.h"
#include "whatif/growth.h"
#include "whatif/read.h"
#include "whatif/write.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* Run i is that of the bound i % GROWTH_BOUNDS. */
static void bound_done(void *context, size_t i, const jobs_end *end)
{
   series_work *w = context;
   whatif *s = end->file ? whatif_read(end->file) : NULL;
   const char *refused = s ? series_run_refused(s) : end->reason;
   char *fails = refused ? NULL : series_run_fails(w, end);

   if (refused == NULL && fails == NULL)
      w->bounded[i]->clocks[i % GROWTH_BOUNDS] = s->base[0].clock;
   else
      message_warning("what-if: %s: the interval is not known, since %s",
                      w->bounded[i]->routine, refused ? refused : fails);
   free(fails);
   whatif_free(s);
   series_run_count(w);
   if (!w->failed && !whatif_write(w->series, w->plan->file))
      w->failed = true;
}

bool bound_runs_missing(const whatif_growth *g)
{
   return growth_bounds(g) > 0 && (g->clocks[0] == 0 || g->clocks[1] == 0);
}

/* Return how many runs there are: GROWTH_BOUNDS for each routine that has a
   point and an interval that is not known yet. */
static size_t choose_bounds(series_work *w)
{
   whatif *s = w->series;
   size_t n = 0;

   for (size_t i = 0; i < s->point_count; i++) {
      whatif_growth *g = growth_find(s, s->points[i].routine);
      bool is_new = g && bound_runs_missing(g);

      for (size_t k = 0; k < n; k++)
         is_new = is_new && w->bounded[k] != g;
      for (int bound = 0; is_new && bound < GROWTH_BOUNDS; bound++)
         w->bounded[n++] = g;
   }
   return n;
}

void bound_runs(series_work *w, double longest)
{
   const size_t most = GROWTH_BOUNDS * w->series->point_count + 1;
   char base[] = "base";
   char **what = memory_new(most, sizeof *what);
   char **extra = memory_new(most, sizeof *extra);
   bool good = true;
   size_t n;

   w->bounded = memory_new(most, sizeof *w->bounded);
   n = choose_bounds(w);
   for (size_t i = 0; good && i < n; i++) {
      char *file = memory_format("%s/growth.%zu", w->folder, i);

      what[i] = base;
      extra[i] = memory_format("--growth=%s", file);
      good = growth_write(w->series, file, w->bounded[i], i % GROWTH_BOUNDS);
      free(file);
   }
   if (good && n > 0)
      series_run(w, w->series->command, what, extra, n, longest, bound_done);
   for (size_t i = 0; i < n; i++) {
      if (extra[i])
         unlink(strchr(extra[i], '=') + 1);
      free(extra[i]);
   }
   free(w->bounded);
   free(extra);
   free(what);
}
