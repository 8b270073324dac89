/* What to say if no routine is a suspect.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/no_suspect.h"
#include "advice/interpreter.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "infer/describe.h"
#include "names/labels.h"
#include "profile/starts.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Reasons that are named: with more of them a doubt is only longer. */
#define MOST_REASONS 3
/* The part of the cost from which a routine that is in doubt is named, and from
   which one without a class is: it may be anything. */
#define PART_OF_MOST 0.05
#define PART_UNDECIDED 0.1
/* The part of the cost from which a routine decides how most of the cost grows. */
#define MOST_OF_COST 0.5

/* --- which --- */

static bool has_part(const assessment *a, double part)
{
   return (double)a->sums.outermost >= part * (double)a->m->total.cost;
}

/* Return whether the points of a routine mix what the parts of a script do, such as
   the loop of an interpreter: what they look like says nothing then.  (Of 24 honest
   scripts 14 had such a routine without a class, of 28 slow ones that are not told 16.)
   Several runs have points of the whole script. */
static bool is_of_script(const assessment *a)
{
   const model *m = a->m;

   return model_starts(m) == 1 &&
          interpreter_is(m->objects[m->routines[a->routine].object].name);
}

/* Return whether a routine has enough sizes and still no class: then more sizes
   would not help. */
static bool is_unexplained(const ranked *r)
{
   const verdict *v = &r->assessment->worst;

   return r->weighty && !r->internal && r->assessment->inferred &&
          v->growth.kind == GROWTH_UNDECIDED &&
          v->sizes_apart >= DOUBTS_FEWEST_SIZES &&
          !(v->warnings & WARN_NARROW_COST);
}

/* Return whether a routine may be named as in doubt, by its part of the cost. */
static bool can_be_named(const ranked *r, double part)
{
   return r->weighty && !r->internal && has_part(r->assessment, part) &&
          !is_of_script(r->assessment);
}

/* A routine that is in doubt and has a small part in the cost is no answer. */
static bool is_steep(const ranked *r)
{
   return can_be_named(r, PART_OF_MOST) && suspicion_looks_steep(r);
}

/* Return whether it is in doubt how most of the cost grows.  (What a callee
   causes is known.) */
static bool is_steep_and_most(const ranked *r)
{
   return is_steep(r) && r->cause == RANKED_NONE &&
          has_part(r->assessment, MOST_OF_COST);
}

/* Return whether a routine has most of the cost, with all that it calls, and one
   of its two classes grows faster than n log n.  What it calls may be judged: a
   linear routine that is called ever more often is no answer. */
static bool is_open(const ranked *r)
{
   const assessment *a = r->assessment;
   const verdict *v = &a->worst;

   return can_be_named(r, MOST_OF_COST) && coverage_is_undecided(a) &&
          v->growth.kind != GROWTH_UNDECIDED &&
          (growth_is_steep(v->growth) || growth_is_steep(v->runner_up));
}

static bool is_light(const ranked *r)
{
   return !is_steep(r) && suspicion_looks_steep(r);
}

static bool is_undecided(const ranked *r)
{
   return can_be_named(r, PART_UNDECIDED) &&
          coverage_is_undecided(r->assessment);
}

static bool is_decided(const ranked *r)
{
   return r->assessment->inferred && !r->internal &&
          r->assessment->worst.growth.kind != GROWTH_UNDECIDED;
}

static bool is_of_program(const ranked *r)
{
   return !r->internal;
}

static size_t count_rows(const ranked *const *rows, size_t count,
                         bool (*fits)(const ranked *))
{
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      n += fits(rows[i]);
   return n;
}

/* Return whether the callee that carries a routine's cost is listed, too. */
static bool has_listed_carrier(const ranked *r, const ranked *const *rows,
                               size_t count, bool (*fits)(const ranked *))
{
   for (size_t i = 0; r->carrier != RANKED_NONE && i < count; i++)
      if (rows[i]->assessment->routine == r->carrier && fits(rows[i]))
         return true;
   return false;
}

static no_suspect list_rows(const char *heading, const ranked *const *rows,
                            size_t count, bool (*fits)(const ranked *))
{
   no_suspect n = { .heading = heading };

   for (size_t i = 0; i < count && n.count < NO_SUSPECT_MOST; i++)
      if (fits(rows[i]) && !has_listed_carrier(rows[i], rows, count, fits))
         n.listed[n.count++] = i;
   return n;
}

double no_suspect_most(const ranked *const *rows, size_t count)
{
   double most = 0;

   for (size_t i = 0; i < count; i++)
      if (ranked_is_suspect(rows[i]))
         most = fmax(most, (double)rows[i]->assessment->sums.outermost);
   return most;
}

bool no_suspect_outweighs(const ranked *r, double most)
{
   return (double)r->assessment->sums.outermost > NO_SUSPECT_LARGER * most;
}

size_t no_suspect_beside(const ranked *const *rows, size_t count)
{
   const double most = no_suspect_most(rows, count);

   for (size_t i = 0; i < count; i++)
      if (!ranked_is_suspect(rows[i]) && is_steep(rows[i]) &&
          rows[i]->cause == RANKED_NONE &&
          no_suspect_outweighs(rows[i], most))
         return i;
   return count;
}

/* Return whether a profile has only the activation with which each thread
   begins: it is recorded whatever is selected. */
static bool is_bare(const model *m)
{
   prof_sum threads = 0;

   for (size_t i = 0; i < m->run_count; i++)
      threads += m->runs[i].threads;
   return m->edge_count == 0 && m->total.activations <= threads;
}

no_suspect no_suspect_find(const model *m, const ranked *const *rows,
                           size_t count, const coverage *c, bool whole)
{
   if (m->total.activations == 0 && m->total.cost == 0)
      return (no_suspect){ .heading =
         "No activation was recorded.  With --collect-atstart=no a run records "
         "nothing before the program (APROF_START()) or a command (vgdb "
         "--pid=PID start) begins it." };
   if (m->total.activations == 0)
      return (no_suspect){ .heading =
         "No activation was recorded.  --toggle-collect, --include or "
         "--exclude may have excluded all that ran." };
   if (count_rows(rows, count, is_of_program) == 0 && is_bare(m))
      return (no_suspect){ .heading =
         "Only the start of the program was recorded.  --include or --exclude "
         "may have excluded all else." };
   if (count == 0)
      return (no_suspect){ .heading = "No routine is listed." };
   if (whole)
      return (no_suspect){ .heading =
         "Nothing is sure to grow faster than n log n." };
   if (count_rows(rows, count, is_steep) > 0) {
      const bool is_most = c->judged < COVERAGE_MOST ||
                           count_rows(rows, count, is_steep_and_most) > 0;
      no_suspect steep = list_rows(is_most ? NO_SUSPECT_UNKNOWN
                                           : "No routine stands out.",
                                   rows, count, is_steep);

      steep.steep = true;
      return steep;
   }
   if (count_rows(rows, count, is_decided) > 0 && c->judged < COVERAGE_MOST)
      return list_rows(NO_SUSPECT_UNKNOWN, rows, count, is_undecided);
   if (count_rows(rows, count, is_open) > 0)
      return list_rows(NO_SUSPECT_UNKNOWN, rows, count, is_open);
   if (count_rows(rows, count, is_light) > 0)
      return (no_suspect){ .heading =
         "Nothing of the program that has a part in the cost is sure to grow "
         "faster than n log n." };
   if (count_rows(rows, count, is_decided) > 0)
      return (no_suspect){ .heading =
         "Nothing is sure to grow faster than n log n." };
   if (count_rows(rows, count, is_unexplained) > 0)
      return list_rows("No growth of the program's own routines is known.", rows, count,
                       is_unexplained);
   if (count_rows(rows, count, is_of_program) == 0)
      return (no_suspect){ .heading =
         "Nothing is listed but start-up and internals of libraries." };
   return (no_suspect){ .heading =
      NO_SUSPECT_FEW_SIZES "  Profile several runs on different inputs, and "
      "name all their profiles.", .few_sizes = true };
}

/* --- why --- */

static void add(char **text, const char *reason)
{
   memory_append(text, "%s%s", **text ? "; " : "", reason);
}

/* Return why a growth is not called steep (suspicion.c). */
static char *doubts(const assess_evidence *e)
{
   static const struct {
      assess_doubt doubt;
      const char *reason;
   } known[] = {
      { DOUBT_FEW_SIZES, "there are few sizes" },
      { DOUBT_NARROW_RANGE, "the range of sizes is narrow" },
      { DOUBT_SCATTER, "the costs scatter" },
      { DOUBT_SCATTER_CHANGES,
        "large inputs scatter otherwise than small ones" },
      { DOUBT_SHORT_REGIME, "the largest sizes grow otherwise, and are few" },
      { DOUBT_LARGEST_OFF, "one of the two largest sizes is off the curve" },
      { DOUBT_LOW_EXPONENT, "it may grow hardly faster than n log n" },
      { DOUBT_WIDE_EXPONENT, "the exponent is not known well" },
      { DOUBT_NOT_BELOW, "the lower half of the sizes does not show it" },
      { DOUBT_OFF_CURVE, "many of the largest sizes are off the curve" },
      { DOUBT_UNCONFIRMED, "parts of the sizes do not bear it out" },
   };
   char *text = memory_string("");
   size_t count = 0;

   for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (e->doubts & known[i].doubt && count++ < MOST_REASONS)
         add(&text, known[i].reason);
   if (e->doubts == DOUBT_CHEAP && count++ < MOST_REASONS)
      add(&text, "it costs little for the square of its cells");
   if (e->superlinear >= VERDICT_LIKELY && e->has_flat_top &&
       count++ < MOST_REASONS)
      add(&text, "the highest costs grow hardly faster than n log n");
   if (e->superlinear < VERDICT_LIKELY && !(e->doubts & DOUBT_LOW_EXPONENT) &&
       count++ < MOST_REASONS)
      add(&text, "n log n grows about as fast");
   if (count > MOST_REASONS) {
      char *rest = memory_format("and %zu more reasons", count - MOST_REASONS);

      if (count == MOST_REASONS + 1)
         rest[strlen(rest) - 1] = '\0';
      add(&text, rest);
      free(rest);
   }
   return text;
}

/* Return why there is no class, in the words of the warnings about that. */
static char *obstacles(const verdict *v)
{
   static const warning known[] = {
      WARN_ONE_SIZE, WARN_UNEXPLAINED, WARN_COST_FALLS, WARN_FEW_GROUPS,
      WARN_NARROW_RANGE, WARN_SCATTER, WARN_SHORT_REGIME, WARN_LARGEST_OFF,
      WARN_SCATTER_CHANGES,
   };
   char *text = memory_string("");

   for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (v->warnings & known[i]) {
         char *reason = describe_warning(v, known[i]);

         add(&text, reason);
         free(reason);
      }
   if (*text == '\0')
      add(&text, v->sizes_apart < DOUBTS_FEWEST_SIZES
                 ? "there are few sizes" : "several classes fit alike");
   return text;
}

bool no_suspect_wants_runs(const ranked *r)
{
   return (is_steep(r) || is_open(r)) && r->cause == RANKED_NONE &&
          (assess_whole(r->assessment)->doubts &
           (DOUBT_FEW_SIZES | DOUBT_NARROW_RANGE)) != 0;
}

char *no_suspect_reason(const model *m, const ranked *r)
{
   char *name, *text, *more;

   if (r->cause != RANKED_NONE) {
      name = labels_of_row(m, r->cause);
      text = memory_format("because of %s, which it calls", name);
      free(name);
      return text;
   }
   text = r->piece
          ? memory_string("a recursion gives it pieces of its data that do not "
                          "get larger")
          : r->assessment->worst.growth.kind == GROWTH_UNDECIDED
          ? obstacles(&r->assessment->worst)
          : suspicion_looks_steep(r) ? doubts(assess_whole(r->assessment))
          : memory_string("the exponent is not known well");
   if (r->carrier == RANKED_NONE)
      return text;
   name = labels_of_row(m, r->carrier);
   more = memory_format("most of its cost is in %s, which it calls", name);
   add(&text, more);
   free(more);
   free(name);
   return text;
}
