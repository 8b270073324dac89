/* The baseline of the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "html/baseline.h"
#include "base/memory.h"
#include "base/parallel.h"
#include "compare/compare.h"
#include "compare/map_hints.h"

#include <stdlib.h>

/* Assess the routine beside a row, and compare the two at equal sizes. */
static void compare_piece(void *context, size_t i)
{
   html_data *d = context;
   html_row *r = &d->rows[i];
   const match_pair *pair;
   bool same_build;
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];
   comparison c;

   if (r->old == NULL)
      return;
   assess_routine(r->old, d->baseline, r->old->routine);
   assess_verdict(r->old);
   pair = &d->matching.pairs[d->matching.pair_of[MATCH_NEW][r->routine]];
   same_build = match_same_build(&d->matching, pair);
   for (int side = 0; side < MATCH_SIDES; side++)
      points[side] = match_points(&d->matching, pair, side, &counts[side]);
   compare_points(points[MATCH_OLD], counts[MATCH_OLD], points[MATCH_NEW],
                  counts[MATCH_NEW], CHANGES_THRESHOLD,
                  (compare_hints){ same_build, false, !same_build }, &c);
   r->cost_ratio = c.ratio;
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
}

/* Return the routine of the baseline that stands beside a routine, or
   HTML_NONE.  If several routines count as one, each takes the routine in its
   place. */
static size_t find_old(const html_data *d, size_t routine)
{
   const size_t at = d->matching.pair_of[MATCH_NEW][routine];
   const match_pair *pair;
   size_t k = 0, first, past;

   if (at == SIZE_MAX)
      return HTML_NONE;
   pair = &d->matching.pairs[at];
   while (pair->routines[MATCH_NEW][k] != routine)
      k++;
   if (k >= pair->counts[MATCH_OLD])
      return HTML_NONE;
   model_profs(d->baseline, pair->routines[MATCH_OLD][k], &first, &past);
   return first < past ? pair->routines[MATCH_OLD][k] : HTML_NONE;
}

/* Find what has changed.  If several routines count as one, the first shows
   the change. */
static void find_changes(html_data *d)
{
   changes_find(&d->changes, &d->matching, CHANGES_THRESHOLD, true);
   for (size_t i = 0; i < d->changes.count; i++) {
      const change *c = &d->changes.changes[i];
      const match_pair *pair = &d->matching.pairs[c->pair];
      html_row *r;

      if (pair->counts[MATCH_NEW] == 0)
         continue;
      r = &d->rows[d->place[pair->routines[MATCH_NEW][0]]];
      r->change = c;
      r->change_place = i;
      /* The comparison of all pairs knows more, such as which costs are those
         of the machine's, than that of one. */
      if (c->ratio > 0)
         r->cost_ratio = changes_equal_ratio(c, &d->matching);
   }
}

void html_baseline_find(html_data *d, renames *maps)
{
   match_routines(&d->matching, d->baseline, d->m, maps);
   map_hints_print(&d->matching, maps);
   for (size_t i = 0; i < d->measured; i++) {
      html_row *r = &d->rows[i];
      const size_t old = find_old(d, r->routine);

      if (old != HTML_NONE) {
         r->old = memory_new(1, sizeof *r->old);
         r->old->routine = old;
      }
      r->unmatched = d->matching.pair_of[MATCH_NEW][r->routine] == SIZE_MAX ||
         (old == HTML_NONE &&
          d->matching.hidden[MATCH_NEW][d->m->routines[r->routine].object]);
   }
   parallel_do(d->measured, compare_piece, d);
   find_changes(d);
}
