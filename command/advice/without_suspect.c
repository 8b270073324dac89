/* What is said where no routine is a suspect: see without_suspect.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/without_suspect.h"
#include "advice/collections.h"
#include "advice/few_cells.h"
#include "advice/filled.h"
#include "advice/in_proportion.h"
#include "advice/recursion.h"
#include "advice/several_runs.h"
#include "advice/small_calls.h"
#include "advice/whole_growth.h"

#include <stdlib.h>

without_suspect without_suspect_find(const model *m,
                                     const order_ranking *ranking,
                                     const hints *h, const ranked *const *rows,
                                     size_t count)
{
   without_suspect w = { .filled = filled_note(m),
                         .collections = collections_note(m),
                         .small_calls = small_calls_note(m),
                         .unvaried = several_runs_unvaried(m) };

   w.recursion = recursion_note(ranking, &w.recursion_leads);
   /* What fills memory has few cells, and its work is known. */
   if (w.recursion == NULL && w.filled == NULL) {
      w.recursion = few_cells_note(ranking);
      w.recursion_leads = w.recursion != NULL;
   }
   if (h->count == 0 && !h->excess.found && !w.recursion_leads && count > 0)
      w.praise = whole_growth_praise(ranking);
   w.listed = no_suspect_find(m, rows, count, &h->known, w.praise != NULL);
   /* More runs are proposed with their commands then. */
   if (w.listed.few_sizes &&
       (coverage_unknown(ranking) || coverage_is_of_run(ranking, &h->known)))
      w.listed.heading = NO_SUSPECT_FEW_SIZES;
   /* What the runs show as a whole answers what single routines leave open. */
   if (h->count == 0 && !h->excess.found && !w.recursion_leads && w.praise == NULL &&
       !w.listed.steep && h->known.judged < COVERAGE_MOST && count > 0 &&
       (w.praise = in_proportion_note(m)) != NULL) {
      w.in_proportion = true;
      w.listed.heading = NULL;
      w.listed.count = 0;
   }
   if (h->excess.found && !w.listed.steep)
      w.listed.count = 0;
   if ((h->lead || h->excess.found || w.recursion_leads) &&
       w.listed.count == 0)
      w.listed.heading = NULL;
   return w;
}

void without_suspect_free(without_suspect *w)
{
   free(w->filled);
   free(w->collections);
   free(w->small_calls);
   free(w->recursion);
   free(w->praise);
   free(w->unvaried);
}
