/* Tables that a routine of the program moves when they grow.

   A table that is full gets a block of a fixed multiple of its size, and a
   routine moves what it has: so that routine's sizes are a geometric series, a
   call or two for each, and it costs the same for each cell.  Whatever
   activation of the caller that happens in, it has an input of the whole table:
   a few sizes far beyond all others, which leave the caller without a class.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/table_growth.h"
#include "assess/runtime_objects.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/shell_word.h"
#include "base/utf8.h"
#include "names/demangled.h"
#include "names/made_names.h"
#include "names/select.h"
#include "names/shorten.h"
#include "profile/edges.h"

#include <stdlib.h>
#include <string.h>

/* Smaller inputs are tables at their beginning, or none. */
#define LEAST_SIZE 32
/* A series has so many sizes at least, and the last of its tables so many
   cells. */
enum { SERIES = 4, LARGE = 1000 };
/* The ratio of one size to the one before; that of the costs of a cell. */
#define LEAST_RATIO 1.4
#define MOST_RATIO 2.3
#define SAME_COST 1.5
/* Calls at each size, at most: several tables. */
#define MOST_CALLS 2
/* So many calls of the caller for one of the routine, at least. */
#define RARE 100
/* The part of the cost from which the caller matters. */
#define PART 0.05

static bool moves_tables(const ranked *r)
{
   assessment *a = r->assessment;
   const model_routine *routine = &a->m->routines[a->routine];
   const model_object *object = &a->m->objects[routine->object];
   const prof_tuple *points;
   double least = 0, most = 0, before = 0;
   size_t series = 0;

   if (assess_size_is_given(a->m, a->routine) ||
       a->points_trms < SERIES || a->size_max < LARGE ||
       a->sums.calls > MOST_CALLS * a->points_trms ||
       runtime_objects_has(object->name) || made_names_is(routine, object))
      return false;
   points = assess_points(a);
   for (size_t i = 0; i < a->points_trms; i++) {
      const double size = (double)points[i].size;
      const double each = (double)points[i].cost.max / size;

      if (size < LEAST_SIZE)
         continue;
      if (before > 0 && (size < LEAST_RATIO * before ||
                         size > MOST_RATIO * before))
         return false;
      least = series == 0 || each < least ? each : least;
      most = each > most ? each : most;
      before = size;
      series++;
   }
   return series >= SERIES && most <= SAME_COST * least;
}

/* Return whether an assessment is of a caller that has no class, because its
   largest inputs may be those of `callee`. */
static bool suffers(const assessment *a, const assessment *callee)
{
   return a->inferred && a->thread == callee->thread &&
          a->worst.sizes_apart >= DOUBTS_FEWEST_SIZES &&
          a->worst.confidence < VERDICT_LIKELY &&
          a->size_max >= callee->size_max &&
          a->sums.calls >= RARE * callee->sums.calls &&
          (double)a->sums.outermost >= PART * (double)a->m->total.cost;
}

/* Take from a caller's points those that moves made the largest: for each move
   the next larger input.  Return how many are left. */
static size_t without_moves(prof_tuple *points, size_t count,
                            assessment *callee)
{
   const prof_tuple *moves = assess_points(callee);
   size_t kept = 0, move = 0;

   while (move < callee->points_trms && moves[move].size < LEAST_SIZE)
      move++;
   for (size_t i = 0; i < count; i++) {
      if (move < callee->points_trms && points[i].size >= moves[move].size &&
          points[i].calls <= MOST_CALLS)
         move++;
      else
         points[kept++] = points[i];
   }
   return kept;
}

/* Return whether a caller would have a class without the inputs of a callee.
   Something else may hide it: a second table, for example. */
static bool is_cured(const assessment *a, const assessment *callee)
{
   assessment moves;
   size_t count;
   prof_tuple *points = model_points(a->m, a->routine, a->thread, PROF_TRMS,
                                     false, &count);
   verdict v;

   assess_routine(&moves, callee->m, callee->routine);
   count = without_moves(points, count, &moves);
   assess_worst_of(points, count, assess_size_of(a->m, a->routine), &v);
   assess_clear(&moves);
   free(points);
   return v.growth.kind != GROWTH_UNDECIDED && v.confidence >= VERDICT_LIKELY;
}

/* Return the caller that suffers, and is called most often; NULL: none does. */
static const assessment *sufferer(const order_ranking *ranking,
                                  const assessment *callee)
{
   const assessment *best = NULL;

   for (size_t i = 0; i < ranking->count; i++) {
      const assessment *a = ranking->list[i].assessment;

      if (suffers(a, callee) && edges_find(a->m, a->routine, callee->routine) &&
          (best == NULL || a->sums.calls > best->sums.calls) &&
          is_cured(a, callee))
         best = a;
   }
   return best;
}

/* Return a name with `*` in the place of what is in angle brackets; the caller
   frees it. */
static char *starred(const char *name)
{
   char *text = memory_new(strlen(name) + 1, 1), *to = text;
   demangled b;

   demangled_parse(&b, name);
   for (size_t i = 0; name[i]; i++) {
      const bool opens = name[i] == '<' && demangled_opens(&b, i);

      *to++ = opens ? '*' : name[i];
      if (opens)
         i = b.partner[i];
   }
   *to = '\0';
   demangled_free(&b);
   return text;
}

/* Return whether a pattern finds the routine, and else only instances of the
   same template. */
static bool finds_alike(const model *m, const char *pattern, size_t routine)
{
   bool found = false, others = false;

   for (size_t i = 0; i < m->routine_count; i++) {
      char *bare = demangled_bare(m->routines[i].name);

      if (select_glob(pattern, bare)) {
         char *other = starred(bare);

         found |= i == routine;
         others |= strcmp(other, pattern) != 0;
         free(other);
      }
      free(bare);
   }
   return found && !others;
}

/* Return the value of --reallocator for a routine; the caller frees it.  The
   name of a template's routine may be as long as a page. */
static char *pattern_of(const model *m, size_t routine)
{
   char *bare = demangled_bare(m->routines[routine].name);
   char *pattern = starred(bare);
   char *word;

   word = shell_word_quote(utf8_width(bare) > SHORTEN_IN_SENTENCE &&
                           finds_alike(m, pattern, routine) ? pattern : bare);
   free(pattern);
   free(bare);
   return word;
}

static char *describe(const assessment *callee, const assessment *caller)
{
   const model *m = callee->m;
   char all[NUMBERS_TEXT], cells[NUMBERS_TEXT];
   char *word = pattern_of(m, callee->routine);
   char *moves = shorten_in_sentence(m->routines[callee->routine].shown);
   char *from = shorten_in_sentence(m->routines[caller->routine].shown);
   char *text = memory_format(
      "%s seems to move a table that grows: its %s calls have ever larger "
      "inputs, up to %s cells, and these are the largest inputs of %s, which "
      "calls it.  aprof run --reallocator=%s leaves them out.",
      moves,
      numbers_grouped(all, callee->sums.calls),
      numbers_grouped(cells, callee->size_max),
      from, word);

   free(from);
   free(moves);
   free(word);
   return text;
}

char *table_growth_note(const order_ranking *ranking)
{
   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const assessment *caller;

      if (!moves_tables(r))
         continue;
      caller = sufferer(ranking, r->assessment);
      if (caller != NULL)
         return describe(r->assessment, caller);
   }
   return NULL;
}
