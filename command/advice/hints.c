/* Hints: see advice/hints.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/hints.h"
#include "advice/no_suspect.h"
#include "advice/whole_growth.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "profile/starts.h"

#include <stdlib.h>

/* Suspects with a smaller part of the cost that hints have do not say where it
   is. */
#define SMALL_PART 0.5

static bool is_half(const model *m, prof_sum cost)
{
   return cost > 0 && 2 * (double)cost >= runtime_objects_program_cost(m);
}

/* Return the cost that the hint with most of it is about. */
static prof_sum most_of_hints(const order_ranking *ranking, const hints *h)
{
   prof_sum most = h->count > 0 ? h->calls[0].cost : 0;

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (r->turns.steady && r->assessment->sums.outermost > most)
         most = r->assessment->sums.outermost;
   }
   return most;
}

/* Return whether several runs show how the program grows, and so what one run
   does not.  (That its routines are known is not enough: each of a million calls
   may be in proportion to what it reads.) */
static bool is_shown(const order_ranking *ranking, const coverage *c)
{
   return model_starts(ranking->list[0].assessment->m) > 1 &&
          c->judged >= COVERAGE_MOST && whole_growth_is_known(ranking);
}

/* Return whether something else is to be said first: a suspect, or a routine
   that looks like one; or whether several runs show what one run does not. */
static bool is_preceded(const order_ranking *ranking, const coverage *c)
{
   const model *m = ranking->list[0].assessment->m;
   const ranked **rows = memory_new(ranking->count, sizeof *rows);
   bool is = m->run_count == 0;

   for (size_t i = 0; i < ranking->count; i++) {
      rows[i] = &ranking->list[i];
      is = is || ranked_is_suspect(rows[i]);
   }
   is = is || no_suspect_find(m, rows, ranking->count, c, false).steep ||
        is_shown(ranking, c);
   free(rows);
   return is;
}

/* Return the cost that the sentence about a suspect is about. */
static prof_sum told_cost(const ranked *r)
{
   const prof_sum all = r->assessment->sums.outermost;

   return r->reread.callee != RANKED_NONE && r->reread.cost < all
          ? r->reread.cost : all;
}

/* Return the greatest of these costs; 0: there is no suspect. */
static prof_sum most_of_suspects(const order_ranking *ranking)
{
   prof_sum most = 0;

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (ranked_is_suspect(r) && told_cost(r) > most)
         most = told_cost(r);
   }
   return most;
}

/* Return the place of a routine among those of the excess and of the hints;
   loops come behind calls, and what is in no hint behind all. */
static size_t place(const hints *h, const ranked *r)
{
   const size_t routine = r->assessment->routine;
   size_t at = 0;

   for (size_t i = 0; i < h->excess.count; i++, at++)
      if (routine == h->excess.parts[i].routine)
         return at;
   for (size_t i = 0; i < h->count; i++, at += 3) {
      const often_called *c = &h->calls[i];

      if (routine == worker_or(c->work, c->callee))
         return at;
      if (routine == c->callee)
         return at + 1;
      if (routine == c->caller)
         return at + 2;
   }
   return r->turns.steady ? at : at + 1;
}

static void move_to_front(order_ranking *ranking, const hints *h)
{
   const size_t places = h->excess.count + 3 * h->count + 2;
   ranked *list = memory_new(ranking->count, sizeof *list);
   size_t filled = 0;

   for (size_t at = 0; at < places; at++)
      for (size_t i = 0; i < ranking->count; i++)
         if (place(h, &ranking->list[i]) == at)
            list[filled++] = ranking->list[i];
   free(ranking->list);
   ranking->list = list;
}

/* Return whether the sentence about a suspect is about these calls. */
static bool is_told(const order_ranking *ranking, const often_called *c)
{
   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];

      if (r->by_reread && ranked_is_suspect(r) &&
          r->assessment->routine == c->caller &&
          (r->reread.callee == c->callee || r->also.callee == c->callee))
         return true;
   }
   return false;
}

static void drop_told(const order_ranking *ranking, hints *h)
{
   size_t kept = 0;

   for (size_t i = 0; i < h->count; i++)
      if (!is_told(ranking, &h->calls[i]))
         h->calls[kept++] = h->calls[i];
   h->count = kept;
}

hints hints_of(const order_ranking *ranking)
{
   hints h = { .count = 0 };
   const model *m;
   prof_sum most, told;
   bool half;

   if (ranking->count == 0)
      return h;
   m = ranking->list[0].assessment->m;
   h.known = coverage_find(ranking);
   told = most_of_suspects(ranking);
   h.excess = excess_find(m);
   /* The suspects say where it is. */
   if ((double)told >= SMALL_PART * h.excess.part * (double)m->total.cost)
      h.excess = (excess){ .found = false };
   h.count = often_called_find(ranking, h.calls);
   most = most_of_hints(ranking, &h);
   half = is_half(m, most);
   h.lead = half && !is_preceded(ranking, &h.known);
   h.beside = half && told > 0 && model_starts(m) == 1 &&
              (double)told < SMALL_PART * (double)most;
   if (h.beside)
      drop_told(ranking, &h);
   return h;
}

hints hints_find(order_ranking *ranking)
{
   const hints h = hints_of(ranking);

   if (h.lead || (h.excess.found && most_of_suspects(ranking) == 0))
      move_to_front(ranking, &h);
   return h;
}

bool hints_are_named(const order_ranking *ranking, const hints *h)
{
   const model *m = ranking->count > 0 ? ranking->list[0].assessment->m : NULL;

   if (m == NULL || h->count == 0)
      return false;
   if (most_of_suspects(ranking) > 0)
      return h->beside;
   if (h->lead)
      return !model_is_before_exec(m);
   /* What several runs have shown answers the question. */
   return m->run_count > 0 && !h->excess.found && !model_is_before_exec(m) &&
          (model_starts(m) == 1 ||
           h->known.judged < COVERAGE_MOST);
}
