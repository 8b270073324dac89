/* What is said where no routine is one to look at first.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/no_suspect.h"
#include "base/memory.h"
#include "infer/describe.h"
#include "names/shorten.h"

#include <stdlib.h>

#define NAME_WIDTH 60

/* --- which --- */

/* Had it sizes to judge by, and no class was found?  Other sizes would be no
   help. */
static bool is_in_vain(const ranked *r)
{
   const verdict *v = &r->facts.verdict;

   return r->weighty && !r->folded && r->facts.has_verdict &&
          v->growth.kind == GROWTH_UNDECIDED &&
          v->sizes_apart >= VERDICT_FEWEST_SIZES;
}

static bool is_steep(const ranked *r)
{
   return r->weighty && !r->folded && rank_looks_steep(r);
}

static bool is_light(const ranked *r)
{
   return !is_steep(r) && rank_looks_steep(r);
}

static bool is_decided(const ranked *r)
{
   return r->facts.has_verdict && !r->folded &&
          r->facts.verdict.growth.kind != GROWTH_UNDECIDED;
}

static bool is_own(const ranked *r)
{
   return !r->folded;
}

static size_t count_those(const ranked *const *list, size_t count,
                          bool (*fits)(const ranked *))
{
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      n += fits(list[i]);
   return n;
}

static nobody tell_of(const char *heading, const ranked *const *list,
                      size_t count, bool (*fits)(const ranked *))
{
   nobody n = { .heading = heading };

   for (size_t i = 0; i < count && n.count < NOBODY_MOST; i++)
      if (fits(list[i]))
         n.told[n.count++] = i;
   return n;
}

/* Each thread has one activation that is there whatever is selected. */
static bool is_bare(const model *m)
{
   prof_sum threads = 0;

   for (size_t i = 0; i < m->run_count; i++)
      threads += m->runs[i].threads;
   return m->edge_count == 0 && m->total.activations <= threads;
}

nobody nobody_find(const model *m, const ranked *const *list, size_t count)
{
   if (m->total.activations == 0)
      return (nobody){ .heading =
         "No activation was recorded.  --toggle-collect, --include or "
         "--exclude may have left nothing of what ran." };
   if (count_those(list, count, is_own) == 0 && is_bare(m))
      return (nobody){ .heading =
         "Nothing was recorded but where the program began.  --include or "
         "--exclude may have left nothing else of what ran." };
   if (count == 0)
      return (nobody){ .heading = "No routine is listed." };
   if (count_those(list, count, is_steep) > 0)
      return tell_of("No routine stands out.", list, count, is_steep);
   if (count_those(list, count, is_light) > 0)
      return (nobody){ .heading =
         "Nothing of the program that has a part in the cost is sure to grow "
         "faster than n log n." };
   if (count_those(list, count, is_decided) > 0)
      return (nobody){ .heading =
         "Nothing is sure to grow faster than n log n." };
   if (count_those(list, count, is_in_vain) > 0)
      return tell_of("No routine's growth can be told.", list, count,
                     is_in_vain);
   if (count_those(list, count, is_own) == 0)
      return (nobody){ .heading =
         "Nothing is listed but start-up and internals of libraries." };
   return (nobody){ .heading =
      "No routine had enough sizes of input to tell how it grows.  Several "
      "runs on different inputs may tell: name all their profiles." };
}

/* --- why --- */

static void add(char **text, const char *reason)
{
   char *longer = memory_format("%s%s%s", *text, **text ? "; " : "", reason);

   free(*text);
   *text = longer;
}

/* What has kept its growth from being called steep (rank.c). */
static char *doubts(const judge_evidence *e)
{
   static const struct { judge_doubt doubt; const char *reason; } known[] = {
      { DOUBT_FEW_SIZES, "there are few sizes" },
      { DOUBT_NARROW_RANGE, "the range of sizes is narrow" },
      { DOUBT_SCATTER, "the costs scatter" },
      { DOUBT_SCATTER_CHANGES, "large inputs scatter otherwise than small ones" },
      { DOUBT_SHORT_REGIME, "the largest sizes grow otherwise, and are few" },
      { DOUBT_LARGEST_OFF, "one of the two largest sizes is off the curve" },
      { DOUBT_LOW_EXPONENT, "the exponent may be small" },
      { DOUBT_WIDE_EXPONENT, "the exponent is not known well" },
      { DOUBT_NOT_BELOW, "it is not seen in the lower half of the sizes" },
      { DOUBT_OFF_CURVE, "many of the largest sizes are off the curve" },
      { DOUBT_UNCONFIRMED, "parts of the sizes do not bear it out" },
   };
   char *text = memory_string("");

   for (size_t i = 0; i < sizeof known / sizeof *known; i++)
      if (e->doubts & known[i].doubt)
         add(&text, known[i].reason);
   if (e->superlinear >= INFER_LIKELY && e->slope < JUDGE_STEEP)
      add(&text, "the highest costs grow hardly faster than n log n");
   if (e->superlinear < INFER_LIKELY && !(e->doubts & DOUBT_LOW_EXPONENT))
      add(&text, "n log n grows about as fast");
   return text;
}

/* Why there is no class, in the words of all warnings that are about that. */
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
         char *reason = verdict_explanation(v, known[i]);

         add(&text, reason);
         free(reason);
      }
   if (*text == '\0')
      add(&text, "several classes fit alike");
   return text;
}

char *nobody_reason(const model *m, const ranked *r)
{
   char *name, *text;

   if (r->facts.verdict.growth.kind == GROWTH_UNDECIDED)
      return obstacles(&r->facts.verdict);
   if (r->blamed == RANK_NOBODY)
      return doubts(&r->facts.whole);
   name = m->routines[r->blamed].context
          ? short_context(m->routines[r->blamed].context, NAME_WIDTH)
          : short_name(m->routines[r->blamed].shown, NAME_WIDTH);
   text = memory_format("because of %s, which it calls", name);
   free(name);
   return text;
}
