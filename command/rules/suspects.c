/* What `aprof report` names of a profile and not of its baseline.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/suspects.h"
#include "advice/often_called.h"
#include "base/memory.h"
#include "compare/compare.h"
#include "compare/reread_changes.h"

#include <stdlib.h>

/* The suspects of both sides. */
typedef struct {
   evaluation *evaluation;
   growth bound;
   bool *before;                      /* of each pair: a suspect of the old
                                         side */
   findings *found;
} suspects;

/* Return whether growth as the square of the input is as the bound or above. */
static bool is_square_enough(const suspects *s)
{
   return growth_compare((growth){ .kind = GROWTH_QUADRATIC }, s->bound) >= 0;
}

static void mark_before(suspects *s)
{
   const order_ranking *ranking = evaluation_ranking(s->evaluation, MATCH_OLD);
   const matching *m = s->evaluation->baseline;

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const size_t pair = m->pair_of[MATCH_OLD][r->assessment->routine];

      if (pair != SIZE_MAX && ranked_is_suspect(r))
         s->before[pair] = true;
   }
}

/* Return what a routine does again and again; the caller frees it. */
static char *describe_reread(const evaluation *e, const ranked *r)
{
   const char *name = e->labels[r->assessment->routine];

   if (r->reread.callee == RANKED_NONE)
      return memory_format("%s has a loop with ever more turns", name);
   return memory_format("%s reads data again and again, through %s", name,
                        e->labels[r->reread.callee]);
}

/* Return whether a routine costs as before where most of its cost is: a first
   call on next to nothing does, whatever all others do. */
static bool is_as_before(const evaluation *e, size_t routine, size_t pair)
{
   return evaluation_is_unchanged(e, routine) &&
          evaluation_common_part(e, pair) >= COMPARE_COVERED;
}

static void find_suspects(suspects *s)
{
   evaluation *e = s->evaluation;
   const order_ranking *ranking = evaluation_ranking(e, MATCH_NEW);

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const size_t routine = r->assessment->routine;
      const size_t pair = e->baseline->pair_of[MATCH_NEW][routine];
      const verdict *v = &r->assessment->worst;
      char name[GROWTH_NAME_SIZE];

      if (!ranked_is_suspect(r) || pair == SIZE_MAX || s->before[pair] ||
          e->moved[pair] || is_as_before(e, routine, pair))
         continue;
      if (v->growth.kind != GROWTH_UNDECIDED &&
          verdict_at_least(v, s->bound) >= DOUBTS_PROBABLE)
         findings_add(s->found, routine, memory_format(
            "%s may be %s (%.3f), which report names first",
            e->labels[routine], growth_name(name, v->growth),
            verdict_at_least(v, s->bound)));
      else if (r->by_reread && is_square_enough(s))
         findings_add(s->found, routine, describe_reread(e, r));
   }
}

static void find_often_called(suspects *s)
{
   evaluation *e = s->evaluation;
   const order_ranking *const rankings[] = {
      evaluation_ranking(e, MATCH_OLD), evaluation_ranking(e, MATCH_NEW)
   };
   often_called found[OFTEN_CALLED_MOST];
   const size_t count =
      reread_changes_often(e->baseline, rankings, MATCH_NEW, found);

   for (size_t i = 0; i < count; i++)
      if (!findings_has(s->found, found[i].caller))
         findings_add(s->found, found[i].caller, memory_format(
            "%s calls %s, which costs the square of the input if the number "
            "of calls grows with it: runs on several sizes show it",
            e->labels[found[i].caller], e->labels[found[i].callee]));
}

void suspects_find(evaluation *e, growth bound, findings *found)
{
   suspects s = { .evaluation = e, .bound = bound,
                  .before = memory_new(e->baseline->count + 1, sizeof(bool)),
                  .found = found };

   mark_before(&s);
   find_suspects(&s);
   if (is_square_enough(&s))
      find_often_called(&s);
   free(s.before);
}
