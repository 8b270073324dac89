/* Judging the rules of `aprof check`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/evaluate.h"
#include "compare/changes.h"
#include "compare/compare.h"
#include "base/memory.h"
#include "infer/describe.h"
#include "names/select.h"
#include "base/text.h"
#include "assess/verdict.h"
#include "base/parallel.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exponents this near to each other are taken for equal. */
#define SAME_EXPONENT 0.05
/* So many routines are named in a line of evidence. */
#define NAMED 3

const char *const judgement_names[] = {
   [HELD] = "held", [BROKEN] = "broken", [UNDECIDED] = "undecided",
   [ABSENT] = "absent",
};

void rule_judge_begin(rule_judge *j, const model *m, const matching *baseline)
{
   *j = (rule_judge){ .model = m, .baseline = baseline };
   j->labels = routines_labels(m);
   j->verdicts = memory_new(m->routine_count, sizeof *j->verdicts);
   if (baseline) {
      change_list list;

      j->old_verdicts = memory_new(baseline->count, sizeof *j->old_verdicts);
      j->changed = memory_new(baseline->count, sizeof *j->changed);
      changes_find(&list, baseline, CHANGES_THRESHOLD, true);
      for (size_t i = 0; i < list.count; i++)
         j->changed[list.changes[i].pair] = true;
      changes_free(&list);
   }
}

void rule_judge_end(rule_judge *j)
{
   routines_free_labels(j->model, j->labels);
   for (size_t i = 0; i < j->model->routine_count; i++)
      free(j->verdicts[i]);
   free(j->verdicts);
   for (size_t i = 0; j->baseline && i < j->baseline->count; i++)
      free(j->old_verdicts[i]);
   free(j->old_verdicts);
   free(j->changed);
}

static const verdict *verdict_of(rule_judge *j, size_t routine)
{
   if (j->verdicts[routine] == NULL) {
      j->verdicts[routine] = memory_new(1, sizeof(verdict));
      verdict_of_routine(j->model, routine, MODEL_ALL_THREADS, false,
                         j->verdicts[routine]);
   }
   return j->verdicts[routine];
}

static bool is_judged(const verdict *v)
{
   double sum = 0;

   for (int k = 0; k < GROWTH_KINDS; k++)
      sum += v->posterior[k];
   return sum > 0.5;
}

/* --- classes --- */

static double exponent_of(const verdict *v)
{
   if (v->growth.kind == GROWTH_POWER)
      return v->growth.power;
   return v->runner_up.kind == GROWTH_POWER ? v->runner_up.power
                                            : v->exponent;
}

/* The posterior of growth below, at and above a class. */
static void split(const verdict *v, growth bound, double *below, double *at,
                  double *above)
{
   double at_least = infer_at_least(v, bound);
   bool counted = true;               /* is what is at it in at_least? */

   *at = v->posterior[bound.kind];
   if (bound.kind == GROWTH_POWER) {
      const double exponent = exponent_of(v);

      counted = exponent >= bound.power;
      if (fabs(exponent - bound.power) > SAME_EXPONENT)
         *at = counted = 0;
   }
   *above = at_least - (counted ? *at : 0);
   *below = fmax(0, 1 - *at - *above);
}

/* The posterior that growth satisfies `operator bound`. */
static double satisfaction(const verdict *v, rule_operator operator,
                           growth bound)
{
   double below, at, above;

   split(v, bound, &below, &at, &above);
   switch (operator) {
   case RULE_LE: return below + at;
   case RULE_LT: return below;
   case RULE_GE: return at + above;
   case RULE_GT: return above;
   default: return at;
   }
}

/* "NAME is O(n^2) (0.99)": what is known of a routine's class. */
static char *describe(rule_judge *j, size_t routine)
{
   const verdict *v = verdict_of(j, routine);
   char name[GROWTH_NAME], warnings[VERDICT_WARNINGS];
   const char *said = verdict_warnings(warnings, v->warnings);
   char *text;

   growth_name(name, v->growth);
   if (v->growth.kind == GROWTH_UNDECIDED)
      text = memory_format("%s is undecided%s%s", j->labels[routine],
                           *said ? ": " : "", said);
   else
      text = memory_format("%s is %s (%.3f), %zu sizes %.0f-%.0f",
                           j->labels[routine], name, v->confidence, v->sizes,
                           v->size_min, v->size_max);
   return text;
}

/* --- rules on the routines that a pattern finds --- */

typedef struct {
   judgement judgement;
   double doubt;                      /* the greater, the more it is evidence */
} finding;

static finding judge_class(rule_judge *j, const rule *r, size_t routine)
{
   const verdict *v = verdict_of(j, routine);
   double satisfied;

   if (!is_judged(v))
      return (finding){ UNDECIDED, 2 };
   satisfied = satisfaction(v, r->operator, r->bound);
   if (satisfied >= r->confidence)
      return (finding){ HELD, 1 - satisfied };
   return (finding){ 1 - satisfied >= r->confidence ? BROKEN : UNDECIDED,
                     1 - satisfied };
}

static double share_of(rule_judge *j, const rule *r, size_t routine,
                       prof_sum *part, prof_sum *whole)
{
   const prof_tuple sums = model_sums(j->model, routine, MODEL_ALL_THREADS);

   *part = r->metric == RULE_EXTERNAL ? sums.external : sums.thread;
   *whole = sums.trms;
   return *whole ? (double)(100.0L * *part / *whole) : 0;
}

static bool compare_shares(double share, rule_operator operator, double bound)
{
   switch (operator) {
   case RULE_LE: return share <= bound;
   case RULE_LT: return share < bound;
   case RULE_GE: return share >= bound;
   case RULE_GT: return share > bound;
   default: return share == bound;
   }
}

static finding judge_share(rule_judge *j, const rule *r, size_t routine)
{
   prof_sum part, whole;
   double share = share_of(j, r, routine, &part, &whole);
   double doubt = fabs(share - r->share);

   if (compare_shares(share, r->operator, r->share))
      return (finding){ HELD, -doubt };
   return (finding){ BROKEN, doubt };
}

static char *class_evidence(rule_judge *j, const rule *r, size_t routine)
{
   const verdict *v = verdict_of(j, routine);
   char *is = describe(j, routine), *text;

   if (!is_judged(v))
      return is;
   text = memory_format("%s; satisfied with confidence %.3f", is,
                        satisfaction(v, r->operator, r->bound));
   free(is);
   return text;
}

static char *share_evidence(rule_judge *j, const rule *r, size_t routine)
{
   char a[TEXT_NUMBER], b[TEXT_NUMBER];
   prof_sum part, whole;
   double share = share_of(j, r, routine, &part, &whole);

   return memory_format("%s: %.6g %%, %s of %s cells", j->labels[routine],
                        share, text_number(a, part), text_number(b, whole));
}

typedef struct {
   rule_judge *judge;
   const size_t *routines;
} asked_for;

static void ask_for_one(void *context, size_t i)
{
   asked_for *a = context;

   verdict_of(a->judge, a->routines[i]);
}

/* The worst judgement of all routines that are found, and its evidence. */
static judgement judge_pattern(rule_judge *j, const rule *r, char **evidence)
{
   static const int badness[] = { [HELD] = 0, [UNDECIDED] = 1, [BROKEN] = 2 };
   size_t *found, count = routines_find(j->model, r->pattern, &found);
   size_t counts[ABSENT] = { 0 }, worst = 0;
   finding all = { HELD, -INFINITY };
   char *text;

   if (count == 0) {
      free(found);
      *evidence = memory_string("no routine is found by this pattern");
      return ABSENT;
   }
   if (r->kind != RULE_SHARE)
      workers_do(count, ask_for_one, &(asked_for){ j, found });
   for (size_t i = 0; i < count; i++) {
      finding one = r->kind == RULE_SHARE ? judge_share(j, r, found[i])
                                          : judge_class(j, r, found[i]);

      counts[one.judgement]++;
      if (badness[one.judgement] > badness[all.judgement] ||
          (one.judgement == all.judgement && one.doubt > all.doubt)) {
         all = one;
         worst = found[i];
      }
   }
   free(found);
   text = r->kind == RULE_SHARE ? share_evidence(j, r, worst)
                                : class_evidence(j, r, worst);
   if (count == 1) {
      *evidence = text;
   } else {
      *evidence = memory_format("%zu routines, %zu %s, such as: %s", count,
                                counts[all.judgement],
                                judgement_names[all.judgement], text);
      free(text);
   }
   return all.judgement;
}

/* --- no new CLASS --- */

static const verdict *old_verdict_of(rule_judge *j, size_t pair)
{
   if (j->old_verdicts[pair] == NULL) {
      size_t count;
      prof_tuple *points = match_points(j->baseline, &j->baseline->pairs[pair],
                                        MATCH_OLD, &count);

      j->old_verdicts[pair] = memory_new(1, sizeof(verdict));
      verdict_of_worst(points, count, j->old_verdicts[pair]);
      free(points);
   }
   return j->old_verdicts[pair];
}

/* Are there costs of a routine to compare, before and now? */
static bool has_common_sizes(const rule_judge *j, size_t pair)
{
   prof_tuple *points[MATCH_SIDES];
   size_t counts[MATCH_SIDES];
   comparison c;

   for (int side = 0; side < MATCH_SIDES; side++)
      points[side] = match_points(j->baseline, &j->baseline->pairs[pair], side,
                                  &counts[side]);
   compare_points(points[MATCH_OLD], counts[MATCH_OLD], points[MATCH_NEW],
                  counts[MATCH_NEW], CHANGES_THRESHOLD,
                  (compare_hints){ true, false }, &c);
   for (int side = 0; side < MATCH_SIDES; side++)
      free(points[side]);
   return c.common > 0;
}

static bool is_absent_before(const rule_judge *j, size_t pair)
{
   return match_sums(j->baseline, &j->baseline->pairs[pair],
                     MATCH_OLD).calls == 0;
}

/* Does a routine cost at equal sizes what it did before?  Then it is no worse
   than it was, whatever it seems to be: verdicts on routines whose costs
   scatter vary from run to run. */
static bool is_unchanged(const rule_judge *j, size_t routine)
{
   const size_t pair = j->baseline->pair_of[MATCH_NEW][routine];

   return pair != SIZE_MAX && !is_absent_before(j, pair) &&
          !j->changed[pair] && has_common_sizes(j, pair);
}

/* Was a routine that is not unchanged below the class before, or absent? */
static judgement judge_new(rule_judge *j, const rule *r, size_t routine)
{
   const size_t pair = j->baseline->pair_of[MATCH_NEW][routine];
   const verdict *v = verdict_of(j, routine);
   double at_least;

   if (!is_judged(v) || infer_at_least(v, r->bound) < r->confidence)
      return HELD;
   if (pair == SIZE_MAX)
      return UNDECIDED;               /* nobody knows which one it was */
   if (is_absent_before(j, pair))
      return BROKEN;
   v = old_verdict_of(j, pair);
   if (!is_judged(v))
      return UNDECIDED;
   at_least = infer_at_least(v, r->bound);
   return at_least >= r->confidence ? HELD
          : 1 - at_least >= r->confidence ? BROKEN : UNDECIDED;
}

/* ", before: O(n) (0.98)" */
static char *describe_old(rule_judge *j, size_t routine)
{
   const size_t pair = j->baseline->pair_of[MATCH_NEW][routine];
   char name[GROWTH_NAME];
   const verdict *v;

   if (pair == SIZE_MAX)
      return memory_string(", before: unknown");
   if (is_absent_before(j, pair))
      return memory_string(", before: absent");
   v = old_verdict_of(j, pair);
   if (v->growth.kind == GROWTH_UNDECIDED)
      return memory_string(", before: undecided");
   return memory_format(", before: %s (%.3f)", growth_name(name, v->growth),
                        v->confidence);
}

static judgement judge_no_new(rule_judge *j, const rule *r, char **evidence)
{
   const size_t n = j->model->routine_count;
   judgement *of = memory_new(n, sizeof *of), all = HELD;
   size_t counts[ABSENT] = { 0 }, unchanged = 0, named = 0;
   char *text = memory_string("");

   for (size_t i = 0; i < n; i++) {
      if (is_unchanged(j, i)) {
         of[i] = HELD;
         unchanged++;
      } else {
         of[i] = judge_new(j, r, i);
      }
      counts[of[i]]++;
   }
   if (counts[BROKEN] > 0)
      all = BROKEN;
   else if (counts[UNDECIDED] > 0)
      all = UNDECIDED;
   for (size_t i = 0; i < n && all != HELD && named < NAMED; i++) {
      char *is, *was, *longer;

      if (of[i] != all)
         continue;
      is = describe(j, i);
      was = describe_old(j, i);
      longer = memory_format("%s%s%s%s", text, named++ ? "; " : "", is, was);
      free(is);
      free(was);
      free(text);
      text = longer;
   }
   if (all == HELD)
      *evidence = memory_format("none of %zu routine%s, of which %zu cost%s "
                                "as before at equal sizes", n,
                                n == 1 ? "" : "s", unchanged,
                                unchanged == 1 ? "s" : "");
   else
      *evidence = memory_format("%zu routine%s: %s%s", counts[all],
                                counts[all] == 1 ? "" : "s", text,
                                counts[all] > named ? "; ..." : "");
   free(text);
   free(of);
   return all;
}

judgement rule_judge_one(rule_judge *j, const rule *r, char **evidence)
{
   return r->kind == RULE_NO_NEW ? judge_no_new(j, r, evidence)
                                 : judge_pattern(j, r, evidence);
}
