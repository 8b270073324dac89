/* What is read again and again in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/reread_changes.h"
#include "advice/hints.h"
#include "assess/read_sums.h"
#include "assess/rereads.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "compare/same_input.h"

#include <stdlib.h>

/* A factor of what calls read in all that other data of the same kind do not
   make. */
#define MORE_CELLS 2

const char *const reread_changes_headings[MATCH_SIDES] = {
   [MATCH_OLD] = "No longer so:", [MATCH_NEW] = "Not so before:",
};

/* Return for each pair whether one side has a routine that does so, suspect or
   not. */
static bool *mark(const matching *m, int side, const order_ranking *ranking)
{
   bool *marks = memory_new(m->count + 1, sizeof *marks);

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const size_t pair = m->pair_of[side][r->assessment->routine];

      if (pair != SIZE_MAX && (r->reread.callee != RANKED_NONE ||
                               r->turns.entries > 0))
         marks[pair] = true;
   }
   return marks;
}

static void find_side(const matching *m, int side, const order_ranking *ranking,
                      const bool *other, reread_changes *changes)
{
   /* A report names the first suspects only. */
   for (size_t i = 0, told = 0;
        i < ranking->count && told < REREAD_CHANGES_MOST; i++) {
      const ranked *r = &ranking->list[i];
      const size_t pair = m->pair_of[side][r->assessment->routine];

      told += ranked_is_suspect(r);
      if (ranked_is_suspect(r) && r->by_reread && pair != SIZE_MAX &&
          !other[pair])
         changes->found[side][changes->counts[side]++] = r;
   }
}

/* Return whether a routine of one side may grow steeply on the other side, or
   costs no less there. */
static bool is_as_bad(const matching *m, int side, size_t routine,
                      const order_ranking *other)
{
   const size_t pair = m->pair_of[side][routine];

   if (pair == SIZE_MAX || match_sums(m, &m->pairs[pair], !side).outermost >=
                           match_sums(m, &m->pairs[pair], side).outermost)
      return true;
   for (size_t i = 0; i < other->count; i++) {
      const ranked *r = &other->list[i];

      if (m->pair_of[!side][r->assessment->routine] == pair &&
          (ranked_is_suspect(r) || suspicion_looks_steep(r)))
         return true;
   }
   return false;
}

/* Return the first suspect of a side, if it is one for its growth there alone;
   else NULL. */
static const ranked *find_first(const matching *m, int side,
                                const order_ranking *ranking,
                                const order_ranking *other)
{
   const ranked *first = NULL;

   for (size_t i = 0; i < ranking->count && first == NULL; i++)
      if (ranked_is_suspect(&ranking->list[i]))
         first = &ranking->list[i];
   if (first == NULL || first->by_reread || !same_input_is(m) ||
       is_as_bad(m, side, first->assessment->routine, other) ||
       (first->witness != RANKED_NONE &&
        is_as_bad(m, side, first->witness, other)))
      return NULL;
   return first;
}

/* Return how many cells the calls between two pairs read on one side. */
static double cells_between(const matching *m, int side, size_t caller,
                            size_t callee)
{
   const model *from = m->models[side];
   double all = 0;

   for (size_t i = 0; i < from->optional_count; i++) {
      const prof_sum *sums;
      const model_edge *edge = read_sums_edge(from, &from->optionals[i], &sums);

      if (edge && m->pair_of[side][edge->caller] == caller &&
          m->pair_of[side][edge->callee] == callee)
         all += (double)sums[READS_CELLS];
   }
   return all;
}

size_t reread_changes_often(const matching *m,
                            const order_ranking *const rankings[], int side,
                            often_called found[OFTEN_CALLED_MOST])
{
   const size_t count = often_called_find(rankings[side], found);
   size_t kept = 0;

   for (size_t i = 0; i < count; i++) {
      const size_t caller = m->pair_of[side][found[i].caller];
      const size_t callee = m->pair_of[side][found[i].callee];

      if (caller != SIZE_MAX && callee != SIZE_MAX && found[i].each == 0 &&
          MORE_CELLS * cells_between(m, !side, caller, callee) <=
             (double)found[i].cells)
         found[kept++] = found[i];
   }
   return kept;
}

/* Return whether a report on a side names calls whose number may grow. */
static bool names_often(const order_ranking *ranking)
{
   const hints h = hints_of(ranking);

   return hints_are_named(ranking, &h);
}

/* Drop the calls of which a sentence on what is read again and again tells: a
   report has the sentence alone. */
static void drop_told(reread_changes *changes, int side)
{
   size_t kept = 0;

   for (size_t i = 0; i < changes->often_counts[side]; i++) {
      const often_called *calls = &changes->often[side][i];
      bool told = false;

      for (size_t k = 0; k < changes->counts[side]; k++) {
         const ranked *r = changes->found[side][k];

         told |= r->assessment->routine == calls->caller &&
                 r->reread.callee == calls->callee;
      }
      if (!told)
         changes->often[side][kept++] = *calls;
   }
   changes->often_counts[side] = kept;
}

void reread_changes_find(const matching *m, const order_ranking *newer,
                         reread_changes *changes)
{
   const order_ranking *rankings[MATCH_SIDES] = { [MATCH_NEW] = newer };
   bool *marks[MATCH_SIDES];

   *changes = (reread_changes){ 0 };
   for (int side = 0; side < MATCH_SIDES; side++) {
      if (rankings[side] == NULL) {
         changes->made[side] = order_routines(m->models[side], false, false,
                                              false);
         rankings[side] = &changes->made[side];
      }
      marks[side] = mark(m, side, rankings[side]);
   }
   for (int side = 0; side < MATCH_SIDES; side++) {
      find_side(m, side, rankings[side], marks[!side], changes);
      if (names_often(rankings[side]))
         changes->often_counts[side] =
            reread_changes_often(m, rankings, side, changes->often[side]);
      drop_told(changes, side);
      changes->first[side] = find_first(m, side, rankings[side],
                                        rankings[!side]);
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      free(marks[side]);
}

void reread_changes_free(reread_changes *changes)
{
   for (int side = 0; side < MATCH_SIDES; side++)
      order_free(&changes->made[side]);
}
