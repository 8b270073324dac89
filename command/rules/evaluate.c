/* Evaluation of the rules of `aprof check`.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/evaluate.h"
#include "assess/assess.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/parallel.h"
#include "compare/compare.h"
#include "compare/pair_change.h"
#include "compare/same_input.h"
#include "infer/describe.h"
#include "names/labels.h"
#include "names/select.h"
#include "rules/costs.h"
#include "rules/findings.h"
#include "rules/suspects.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Exponents this near to each other are equal. */
#define SAME_EXPONENT 0.05

/* The part of the cost that a routine has whose class is likely, not sure, to
   be new. */
#define LIKELY_WORTH 0.01

static const verdict *verdict_of(evaluation *e, size_t routine)
{
   if (e->verdicts[routine] == NULL) {
      size_t count;
      prof_tuple *points = model_points(e->model, routine, MODEL_ALL_THREADS,
                                        PROF_TRMS, false, &count);

      e->verdicts[routine] = memory_new(1, sizeof(verdict));
      assess_worst_of(points, count, assess_size_of(e->model, routine),
                      e->verdicts[routine]);
      free(points);
   }
   return e->verdicts[routine];
}

static bool has_posterior(const verdict *v)
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

/* Return the verdict with what a rule believes of its classes: those above
   O(n log n) are together no more probable than the most probable of them.
   Points in doubt between two of them often have neither: of the rules
   `<= O(n log n)` on the corpus that such classes break together, and none of
   them alone, the source breaks two of five. */
static verdict believed(const verdict *v)
{
   verdict b = *v;
   double sum = 0, most = 0;

   for (int k = 0; k < GROWTH_KINDS; k++)
      if (growth_is_steep((growth){ k, exponent_of(v) })) {
         sum += v->posterior[k];
         most = fmax(most, v->posterior[k]);
      }
   for (int k = 0; k < GROWTH_KINDS && sum > 0; k++)
      if (growth_is_steep((growth){ k, exponent_of(v) }))
         b.posterior[k] *= most / sum;
   return b;
}

/* Find the posterior of growth below, at and above a class.  What is not
   believed may be any class below. */
static void split(const verdict *v, growth bound, double *below, double *at,
                  double *above)
{
   double at_least = verdict_at_least(v, bound);
   bool counted = true;               /* at_least contains *at */

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

/* Return the posterior of `growth operator bound`. */
static double posterior_of(const verdict *v, rule_operator operator,
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

/* Return the confidence that `growth operator bound`: what the posterior says
   and what is believed of it, whichever is less sure. */
static double satisfaction(const verdict *v, rule_operator operator,
                           growth bound)
{
   const verdict b = believed(v);
   const double says = posterior_of(v, operator, bound);
   const double believes = posterior_of(&b, operator, bound);

   return fmax(fmin(fmax(says, believes), 0.5), fmin(says, believes));
}

/* Return what is known of a routine's class: "NAME is O(n^2) (0.99)". */
static char *describe(evaluation *e, size_t routine)
{
   const verdict *v = verdict_of(e, routine);
   char name[GROWTH_NAME_SIZE], warnings[DESCRIBE_WARNINGS_SIZE];
   const char *said = describe_warnings(warnings, v->warnings);
   char *text;

   growth_name(name, v->growth);
   if (v->growth.kind == GROWTH_UNDECIDED)
      text = memory_format("%s is undecided%s%s", e->labels[routine],
                           *said ? ": " : "", said);
   else
      text = memory_format("%s is %s (%.3f), %zu sizes %.0f-%.0f",
                           e->labels[routine], name, v->confidence, v->sizes,
                           v->size_min, v->size_max);
   return text;
}

/* --- rules on the routines that a pattern finds --- */

typedef struct {
   rule_result result;
   bool rather_broken;                /* undecided, and likely to be broken */
   double doubt;                      /* the greatest is shown as evidence */
} finding;

/* Return whether a rule allows nothing that is as the square. */
static bool forbids_square(const rule *r)
{
   const growth square = { GROWTH_QUADRATIC, 0 };

   return (r->operator == RULE_LE &&
           growth_compare(r->bound, square) < 0) ||
          (r->operator == RULE_LT && growth_compare(r->bound, square) <= 0);
}

/* Return whether a rule forbids what a report says of a routine first: that it does
   the square of the work, by reading again, or that most of it grows steeply. */
static bool is_told_to_break(evaluation *e, const rule *r, size_t routine)
{
   return forbids_square(r) && evaluation_told(e, routine) != NULL;
}

/* Return whether a part of the routine has begun to grow faster than its rule
   allows, which its own points do not show yet. */
static bool has_begun(evaluation *e, const rule *r, size_t routine)
{
   return forbids_square(r) && evaluation_begun(e, routine).routine != NULL;
}

static bool is_rather_broken(evaluation *e, const rule *r, size_t routine)
{
   const verdict *v = verdict_of(e, routine);

   return (has_posterior(v) && v->growth.kind != GROWTH_UNDECIDED &&
           1 - posterior_of(v, r->operator, r->bound) >= VERDICT_LIKELY) ||
          is_told_to_break(e, r, routine) || has_begun(e, r, routine);
}

static finding evaluate_class(evaluation *e, const rule *r, size_t routine)
{
   const verdict *v = verdict_of(e, routine);
   double satisfied;

   if (!has_posterior(v))
      return (finding){ RULE_UNDECIDED, is_rather_broken(e, r, routine), 2 };
   satisfied = satisfaction(v, r->operator, r->bound);
   if (satisfied >= r->confidence)
      return has_begun(e, r, routine)
             ? (finding){ RULE_UNDECIDED, true, 1 - satisfied }
             : (finding){ RULE_HELD, false, 1 - satisfied };
   if (1 - satisfied >= r->confidence)
      return (finding){ RULE_BROKEN, false, 1 - satisfied };
   return (finding){ RULE_UNDECIDED, is_rather_broken(e, r, routine),
                     1 - satisfied };
}

static double share_of(evaluation *e, const rule *r, size_t routine,
                       prof_sum *part, prof_sum *whole)
{
   const prof_tuple sums = model_sums(e->model, routine, MODEL_ALL_THREADS);

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

static finding evaluate_share(evaluation *e, const rule *r, size_t routine)
{
   prof_sum part, whole;
   double share = share_of(e, r, routine, &part, &whole);
   double doubt = fabs(share - r->share);

   if (compare_shares(share, r->operator, r->share))
      return (finding){ RULE_HELD, false, -doubt };
   return (finding){ RULE_BROKEN, false, doubt };
}

/* Return "; report names it first, ...", or what else speaks against a rule that
   the routine's own points do not break; "": nothing.  The caller frees it. */
static char *objection(evaluation *e, const rule *r, size_t routine)
{
   const ranked *told = forbids_square(r) ? evaluation_told(e, routine) : NULL;
   steep_end begun = { .routine = NULL };

   if (told && told->assessment->routine == routine)
      return memory_string("; report names it first, as the square of its "
                           "input");
   if (told)
      return memory_format("; report names %s first, which has most of its cost",
                           e->labels[told->assessment->routine]);
   if (forbids_square(r))
      begun = evaluation_begun(e, routine);
   if (begun.routine == NULL)
      return memory_string("");
   return memory_format(
      "; but %s, %.0f %% of it at the largest input, costs %.1f times as much "
      "where its input doubles: %.0f %% at ten times the input",
      e->labels[begun.routine->assessment->routine], 100 * begun.part,
      begun.doubled, 100 * begun.later);
}

static char *class_evidence(evaluation *e, const rule *r, size_t routine)
{
   const verdict *v = verdict_of(e, routine);
   const double satisfied = has_posterior(v)
      ? satisfaction(v, r->operator, r->bound) : 0;
   char *against = satisfied > 1 - r->confidence || !has_posterior(v)
                   ? objection(e, r, routine) : memory_string("");
   char *is = describe(e, routine), *text;

   if (has_posterior(v))
      text = memory_format("%s; satisfied with confidence %.3f%s%s", is,
                           satisfied, *against ? " by its points" : "", against);
   else
      text = memory_format("%s%s", is, against);
   free(against);
   free(is);
   return text;
}

static char *share_evidence(evaluation *e, const rule *r, size_t routine)
{
   char a[NUMBERS_TEXT], b[NUMBERS_TEXT];
   prof_sum part, whole;
   double share = share_of(e, r, routine, &part, &whole);

   return memory_format("%s: %.6g %%, %s of %s%s", e->labels[routine], share,
                        numbers_text(a, part), numbers_text(b, whole),
                        assess_size_unit(e->model, routine));
}

typedef struct {
   evaluation *evaluation;
   const size_t *routines;
} verdict_work;

static void verdict_piece(void *context, size_t i)
{
   const verdict_work *w = context;

   verdict_of(w->evaluation, w->routines[i]);
}

static int badness(finding f)
{
   return f.result == RULE_HELD ? 0
          : f.result == RULE_UNDECIDED ? 1 + f.rather_broken : 3;
}

static prof_sum cost_of(const evaluation *e, size_t routine)
{
   return model_sums(e->model, routine, MODEL_ALL_THREADS).outermost;
}

/* Evaluate a rule on all routines that a pattern finds: return the worst
   result, with its evidence: of several alike, that of the costliest. */
static rule_result evaluate_pattern(evaluation *e, const rule *r,
                                    char **evidence)
{
   size_t *found, count = select_find(e->model, r->pattern, &found);
   size_t counts[RULE_ABSENT] = { 0 }, worst = 0;
   finding all = { RULE_HELD, false, -INFINITY };
   char *text;

   if (count == 0) {
      free(found);
      *evidence = evaluation_absent(e, r->pattern);
      return RULE_ABSENT;
   }
   if (r->kind != RULE_SHARE)
      parallel_do(count, verdict_piece, &(verdict_work){ e, found });
   for (size_t i = 0; i < count; i++) {
      finding one = r->kind == RULE_SHARE ? evaluate_share(e, r, found[i])
                                          : evaluate_class(e, r, found[i]);

      counts[one.result]++;
      if (badness(one) > badness(all) ||
          (badness(one) == badness(all) &&
           (one.doubt > all.doubt ||
            (one.doubt == all.doubt && i > 0 &&
             cost_of(e, found[i]) > cost_of(e, worst))))) {
         all = one;
         worst = found[i];
      }
   }
   free(found);
   e->rather_broken = all.rather_broken;
   e->wants_sizes |= all.result == RULE_UNDECIDED &&
                     !has_posterior(verdict_of(e, worst));
   text = r->kind == RULE_SHARE ? share_evidence(e, r, worst)
                                : class_evidence(e, r, worst);
   if (count == 1) {
      *evidence = text;
   } else {
      *evidence = memory_format("%zu routines, %zu %s, such as: %s", count,
                                counts[all.result],
                                evaluation_result_names[all.result], text);
      free(text);
   }
   return all.result;
}

/* --- no new CLASS --- */

static const verdict *old_verdict_of(evaluation *e, size_t pair)
{
   if (e->old_verdicts[pair] == NULL) {
      size_t count;
      prof_tuple *points = match_points(e->baseline, &e->baseline->pairs[pair],
                                        MATCH_OLD, &count);

      e->old_verdicts[pair] = memory_new(1, sizeof(verdict));
      assess_worst_of(points, count,
                      pair_change_size_of(e->baseline,
                                          &e->baseline->pairs[pair], MATCH_OLD),
                      e->old_verdicts[pair]);
      free(points);
   }
   return e->old_verdicts[pair];
}

/* Return whether a report doubts the class of a routine that costs no more in
   all than before, for the same input.  (Where it reads less, the sizes that
   are left may be few and near.) */
static bool is_cheaper_and_doubtful(evaluation *e, size_t routine, size_t pair)
{
   const matching *m = e->baseline;
   const prof_sum old = match_sums(m, &m->pairs[pair], MATCH_OLD).outermost;

   return old > 0 &&
          match_sums(m, &m->pairs[pair], MATCH_NEW).outermost <= old &&
          same_input_is(m) && evaluation_suspect(e, routine) == NULL;
}

/* Return how the class of a routine, in which it is now, was before: BROKEN:
   its posterior was at most 1 - P, or the routine was absent; HELD: it was P
   or more; UNDECIDED: it is not known.  between: the result for a posterior
   between the two. */
static rule_result compare_before(evaluation *e, const rule *r, size_t routine,
                                  double p, rule_result between)
{
   const size_t pair = e->baseline->pair_of[MATCH_NEW][routine];
   const verdict *v;
   double at_least;

   if (pair == SIZE_MAX)
      return RULE_UNDECIDED;               /* which routine it was is unknown */
   if (evaluation_is_absent_before(e, pair))
      return e->moved[pair] ? RULE_HELD : RULE_BROKEN;
   if (is_cheaper_and_doubtful(e, routine, pair))
      return RULE_HELD;
   v = old_verdict_of(e, pair);
   if (!has_posterior(v))
      return RULE_UNDECIDED;
   at_least = verdict_at_least(v, r->bound);
   return at_least >= p ? RULE_HELD : 1 - at_least >= p ? RULE_BROKEN : between;
}

/* Evaluate a routine that is not unchanged: was it below the class before, or
   absent?  Where it is likely to be in the class now, and not to have been
   before, the rule is not held, even if it wants to be surer. */
static finding evaluate_new(evaluation *e, const rule *r, size_t routine)
{
   const verdict *v = verdict_of(e, routine);
   const verdict b = believed(v);
   const prof_sum cost = cost_of(e, routine);
   finding f = { RULE_HELD, false, 0 };

   if (!has_posterior(v))
      return f;
   if (verdict_at_least(&b, r->bound) >= r->confidence)
      f.result = compare_before(e, r, routine, r->confidence, RULE_UNDECIDED);
   if (f.result == RULE_BROKEN ||
       verdict_at_least(v, r->bound) < VERDICT_LIKELY ||
       (double)cost < LIKELY_WORTH * (double)e->model->total.cost)
      return f;
   switch (compare_before(e, r, routine, VERDICT_LIKELY, RULE_HELD)) {
   case RULE_BROKEN:
      return (finding){ RULE_UNDECIDED, true, 0 };
   case RULE_UNDECIDED:
      return (finding){ RULE_UNDECIDED, false, 0 };
   default:
      return f;
   }
}

/* Return ", before: O(n) (0.98)". */
static char *describe_old(evaluation *e, size_t routine)
{
   const size_t pair = e->baseline->pair_of[MATCH_NEW][routine];
   char name[GROWTH_NAME_SIZE];
   const verdict *v;

   if (pair == SIZE_MAX)
      return memory_string(", before: unknown");
   if (evaluation_is_absent_before(e, pair))
      return memory_string(", before: absent");
   v = old_verdict_of(e, pair);
   if (v->growth.kind == GROWTH_UNDECIDED)
      return memory_string(", before: undecided");
   return memory_format(", before: %s (%.3f)", growth_name(name, v->growth),
                        v->confidence);
}

/* Return of each routine that has a result whether most of its cost is a callee's
   that has it as well: that one is what to look at. */
static bool *find_carried(const evaluation *e, const rule_result *of,
                          rule_result all)
{
   bool *carried = memory_new(e->model->routine_count + 1, sizeof *carried);

   for (size_t i = 0; i < e->model->edge_count; i++) {
      const model_edge *edge = &e->model->edges[i];

      if (edge->caller != edge->callee && of[edge->caller] == all &&
          of[edge->callee] == all &&
          edge->cost > cost_of(e, edge->caller) / 2)
         carried[edge->caller] = true;
   }
   return carried;
}

/* Name the routines that have a result, the most important ones. */
static void name_first(evaluation *e, const rule_result *of, rule_result all,
                       findings *found)
{
   bool *carried = find_carried(e, of, all);
   size_t *order = evaluation_by_weight(e, carried);

   for (size_t i = 0; i < e->model->routine_count &&
                      found->count < FINDINGS_NAMED; i++) {
      char *is, *was;

      if (of[order[i]] != all)
         continue;
      is = describe(e, order[i]);
      was = describe_old(e, order[i]);
      findings_add(found, order[i], memory_format("%s%s", is, was));
      free(is);
      free(was);
   }
   free(order);
   free(carried);
}

/* Return what the report names first, in words that follow those on the routines
   that break the rule, named or only counted: what has most of the cost may not be
   sure enough to break it.  The caller frees them. */
static char *name_suspects(evaluation *e, const rule *r, const rule_result *of)
{
   findings others = findings_none();
   char *words, *text;

   suspects_find(e, r->bound, &others);
   for (size_t i = 0; i < e->model->routine_count; i++)
      if (of[i] == RULE_BROKEN)
         findings_drop(&others, i);
   words = findings_words(&others);
   text = memory_format("%s%s", *words ? "; besides, " : "", words);
   free(words);
   findings_free(&others);
   return text;
}

static rule_result evaluate_no_new(evaluation *e, const rule *r,
                                   char **evidence)
{
   const size_t n = e->model->routine_count;
   rule_result *of = memory_new(n, sizeof *of), all = RULE_HELD;
   size_t counts[RULE_ABSENT] = { 0 }, unchanged = 0;
   findings found = findings_none();

   for (size_t i = 0; i < n; i++) {
      if (evaluation_is_unchanged(e, i)) {
         of[i] = RULE_HELD;
         unchanged++;
      } else {
         const finding f = evaluate_new(e, r, i);

         of[i] = f.result;
         e->rather_broken |= f.rather_broken;
      }
      counts[of[i]]++;
   }
   if (counts[RULE_BROKEN] > 0)
      all = RULE_BROKEN;
   else if (counts[RULE_UNDECIDED] > 0)
      all = RULE_UNDECIDED;
   if (all != RULE_HELD)
      name_first(e, of, all, &found);
   if (all != RULE_HELD) {
      found.more = counts[all] - found.count;
   } else {
      suspects_find(e, r->bound, &found);
      if (found.count > 0) {
         all = RULE_UNDECIDED;
         e->wants_sizes = true;
      }
   }
   if (all == RULE_HELD)
      *evidence = memory_format("none of %zu routine%s, of which %zu cost%s "
                                "as before at equal sizes", n,
                                n == 1 ? "" : "s", unchanged,
                                unchanged == 1 ? "s" : "");
   else
      *evidence = findings_describe(&found);
   if (all == RULE_BROKEN) {
      char *suspects = name_suspects(e, r, of);
      char *both = memory_format("%s%s", *evidence, suspects);

      free(suspects);
      free(*evidence);
      *evidence = both;
   }
   findings_free(&found);
   free(of);
   return all;
}

/* --- results --- */

static rule_result evaluate_kind(evaluation *e, const rule_set *rules,
                                 const rule *r, char **evidence)
{
   switch (r->kind) {
   case RULE_NO_NEW: return evaluate_no_new(e, r, evidence);
   case RULE_COST:   return costs_evaluate(e, rules, r, evidence);
   default:          return evaluate_pattern(e, r, evidence);
   }
}

rule_result evaluate_rule(evaluation *e, const rule_set *rules, const rule *r,
                          char **evidence)
{
   rule_result result;
   char *text;

   e->rather_broken = false;
   result = evaluate_kind(e, rules, r, evidence);
   if (result != RULE_UNDECIDED || !r->pass)
      return result;
   if (e->rather_broken) {
      text = memory_format("likely to be broken, which may not pass: %s",
                           *evidence);
      free(*evidence);
      *evidence = text;
      return result;
   }
   text = memory_format("undecided, which may pass: %s", *evidence);
   free(*evidence);
   *evidence = text;
   return RULE_HELD;
}
