/* The rows of the page's list of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/data.h"
#include "base/memory.h"
#include "names/distinct.h"
#include "names/labels.h"

#include <stdlib.h>

static int compare_growth(const void *a, const void *b)
{
   const html_row *x = *(html_row *const *)a, *y = *(html_row *const *)b;

   return growth_compare(assess_verdict(x->rank->assessment)->growth,
                         assess_verdict(y->rank->assessment)->growth);
}

/* Number the classes by growth, so that the page can sort by class without
   knowing their order. */
static void rank_growth(html_data *d)
{
   html_row **sorted = memory_new(d->measured, sizeof *sorted);
   int rank = 0;

   for (size_t i = 0; i < d->measured; i++)
      sorted[i] = &d->rows[i];
   qsort(sorted, d->measured, sizeof *sorted, compare_growth);
   for (size_t i = 0; i < d->measured; i++) {
      const verdict *v = assess_verdict(sorted[i]->rank->assessment);

      if (v->growth.kind != GROWTH_UNDECIDED &&
          (i == 0 || compare_growth(&sorted[i - 1], &sorted[i]) != 0))
         rank++;
      sorted[i]->growth_rank = rank;
   }
   free(sorted);
}

/* Infer the verdicts that the ranking did not need. */
static void infer_all(html_data *d)
{
   assessment **all = memory_new(d->measured, sizeof *all);

   for (size_t i = 0; i < d->measured; i++)
      all[i] = d->ranking.list[i].assessment;
   assess_infer(all, d->measured);
   free(all);
}

/* Make the rows: the ranked routines, then the rest in the model's order. */
static void make_rows(html_data *d)
{
   size_t place;

   d->rows = memory_new(d->count, sizeof *d->rows);
   d->place = memory_new(d->count, sizeof *d->place);
   for (size_t i = 0; i < d->count; i++)
      d->place[i] = HTML_NONE;
   for (place = 0; place < d->measured; place++) {
      const ranked *r = &d->ranking.list[place];

      d->rows[place] = (html_row){ .routine = r->assessment->routine,
                                   .rank = r };
      d->place[r->assessment->routine] = place;
   }
   for (size_t i = 0; i < d->count; i++) {
      if (d->place[i] != HTML_NONE)
         continue;
      d->rows[place] = (html_row){ .routine = i };
      d->place[i] = place++;
   }
}

/* Columns of a shortened name. */
enum { SHORT_NAME = 60 };

static char **short_names_of(const model *m)
{
   const char **wholes = memory_new(m->routine_count + 1, sizeof *wholes);
   char **names;

   for (size_t i = 0; i < m->routine_count; i++)
      wholes[i] = m->routines[i].shown;
   names = distinct_names(wholes, NULL, m->routine_count, SHORT_NAME);
   free(wholes);
   return names;
}

html_data *html_data_new(const model *m, const model *baseline)
{
   html_data *d = memory_new(1, sizeof *d);

   d->m = m;
   d->baseline = baseline;
   d->labels = labels_new(m);
   d->short_names = short_names_of(m);
   d->sources = source_index_new(m);
   d->ranking = order_routines(m, false, false, true);
   d->hints = hints_find(&d->ranking);
   d->measured = d->ranking.count;
   d->count = m->routine_count;
   infer_all(d);
   make_rows(d);
   rank_growth(d);
   return d;
}

void html_data_free(html_data *d)
{
   for (size_t i = 0; i < d->measured; i++)
      if (d->rows[i].old)
         assess_free(d->rows[i].old, 1);
   changes_free(&d->changes);
   match_free(&d->matching);
   labels_free(d->m, d->labels);
   memory_free_strings(d->short_names, d->m->routine_count);
   source_index_free(&d->sources);
   order_free(&d->ranking);
   free(d->rows);
   free(d->place);
   free(d);
}
