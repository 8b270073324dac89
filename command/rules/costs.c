/* Evaluation of the rules on cost at equal sizes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "rules/costs.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "base/shell_word.h"
#include "base/utf8.h"
#include "compare/same_input.h"
#include "names/select.h"
#include "profile/reach.h"
#include "rules/findings.h"

#include <math.h>
#include <stdlib.h>

/* Parts of the old program's cost: a change that makes less is no cause to
   break a rule on all routines, nor an uncertain one to leave it undecided. */
#define LEAST_CHANGE 1e-3
#define LEAST_UNSURE 1e-2
/* The part of the program's additional cost that is most of it. */
#define MOST_OF_IT 0.5
/* Other inputs from the kernel than before, by no more than this factor, are
   compared as if each cost grew as this power of the input, so that they
   explain as much as they can. */
#define COMPARABLE 2
#define STEEPEST 3
/* A factor at equal sizes that is this part of the one for the same input says
   as much. */
#define TOLD 0.5
/* Columns of a command line in the evidence. */
enum { COMMAND_WIDTH = 60 };
/* The part of the cost that can be compared below which nothing is known. */
#define LEAST_COMPARED 0.5
/* The program has become cheaper if it has this part of its cost at the most. */
#define CHEAPER 0.9

/* A rule's findings, and their text. */
typedef struct {
   evaluation *evaluation;
   const rule *rule;
   bool *judged;                      /* of each pair; or NULL: all of them */
   bool *exempt;                      /* of each pair */
   double *told;                      /* of each pair: the factor that the
                                         findings name; 0: none */
   bool same_input;                   /* both sides have done the same work */
   rule_result result;
   findings found;                    /* routines with that result */
   bool of_program;                   /* what was found is no routine */
   size_t dearer;                     /* the pair that it names for the same
                                         work; or SIZE_MAX */
} search;

static double old_total(const evaluation *e)
{
   return (double)e->baseline->models[MATCH_OLD]->total.cost;
}

static const char *label_of(const evaluation *e, size_t pair)
{
   const match_pair *p = &e->baseline->pairs[pair];

   return p->counts[MATCH_NEW]
      ? e->labels[*p->routines[MATCH_NEW]]
      : e->baseline->models[MATCH_OLD]->routines[*p->routines[MATCH_OLD]].shown;
}

/* Set the result that findings are for, which outweighs those before. */
static void set_result(search *s, rule_result result)
{
   if (s->result != result) {
      s->result = result;
      findings_free(&s->found);
      s->found = findings_none();
   }
}

/* Add a finding about a pair, or FINDINGS_PROGRAM; a broken rule outweighs an
   undecided one. */
static void add(search *s, rule_result result, size_t pair, char *what)
{
   if (s->result == RULE_BROKEN && result == RULE_UNDECIDED) {
      free(what);
      return;
   }
   set_result(s, result);
   findings_add(&s->found, pair, what);
}

static bool is_beyond(const rule *r, double ratio)
{
   return r->operator == RULE_LT ? ratio >= r->factor : ratio > r->factor;
}

static bool is_judged(const search *s, size_t pair)
{
   return s->judged ? s->judged[pair] : !s->exempt[pair];
}

/* Return whether a routine that costs more at equal sizes costs no more for the
   same work, because it reads less; or less in all, because it is called less
   often. */
static bool is_no_dearer(const search *s, size_t pair)
{
   const matching *m = s->evaluation->baseline;
   const double ratio = s->same_input ? same_input_ratio(m, pair) : 0;

   return (ratio > 0 && !is_beyond(s->rule, ratio)) ||
          (s->same_input &&
           match_sums(m, &m->pairs[pair], MATCH_NEW).outermost <
           match_sums(m, &m->pairs[pair], MATCH_OLD).outermost);
}

/* Add a change that is beyond the factor. */
static void add_change(search *s, const change *c)
{
   char ratio[NUMBERS_TEXT];

   s->told[c->pair] = c->ratio;
   add(s, c->ratio_confidence >= s->rule->confidence ? RULE_BROKEN
                                                     : RULE_UNDECIDED,
       c->pair,
       memory_format("%s costs %sx at equal sizes (%.3f)",
                     label_of(s->evaluation, c->pair),
                     numbers_factor(ratio, c->ratio), c->ratio_confidence));
}

static int compare_wholes(const void *a, const void *b)
{
   const change *x = *(const change *const *)a, *y = *(const change *const *)b;
   const double p = fabs(x->cost), q = fabs(y->cost);

   if (p != q)
      return p < q ? -1 : 1;
   return (x->pair > y->pair) - (x->pair < y->pair);
}

/* Find changes beyond the factor; explained: those that others explain, of
   which the innermost, whose whole cost differs least, is nearest to the
   causes.  The program's own routines come first: libraries call them, as a
   thread's start does. */
static void find_changes(search *s, bool explained)
{
   const change_list *list = &s->evaluation->changes;
   const matching *m = s->evaluation->baseline;
   /* Of a routine that a rule names every change counts. */
   const double least = s->judged ? 0
                                  : LEAST_CHANGE * old_total(s->evaluation);
   const change **all = memory_new(list->count, sizeof *all);

   for (size_t i = 0; i < list->count; i++)
      all[i] = &list->changes[i];
   if (explained)
      qsort(all, list->count, sizeof *all, compare_wholes);
   for (int runtime = 0; runtime < 2; runtime++)
      for (size_t i = 0; i < list->count; i++) {
         const change *c = all[i];

         if (match_is_runtime(m, &m->pairs[c->pair]) == (runtime == 1) &&
             is_judged(s, c->pair) &&
             (s->judged || c->explained == explained) &&
             is_beyond(s->rule, c->ratio) && fabs(c->cost) >= least &&
             !is_no_dearer(s, c->pair))
            add_change(s, c);
      }
   free(all);
}

static void find_unsure(search *s)
{
   const change_list *list = &s->evaluation->changes;
   const double least = s->judged ? 0
                                  : LEAST_UNSURE * old_total(s->evaluation);

   for (size_t i = 0; i < list->unsure_count; i++) {
      const change_unsure *u = &list->unsure[i];
      char ratio[NUMBERS_TEXT];

      if (is_judged(s, u->pair) && is_beyond(s->rule, u->ratio) &&
          fabs(u->cost) >= least && !is_no_dearer(s, u->pair))
         add(s, RULE_UNDECIDED, u->pair,
             memory_format("%s costs %sx at equal sizes, which may be "
                           "chance", label_of(s->evaluation, u->pair),
                           numbers_factor(ratio, u->ratio)));
   }
}

/* Return of each pair whether its routine calls one of those that are marked,
   or is one.  The caller frees it. */
static bool *callers_of(const matching *m, const bool *pairs)
{
   const model *new = m->models[MATCH_NEW];
   bool *marks = memory_new(new->routine_count, sizeof *marks);
   bool *callers = memory_new(m->count, sizeof *callers);

   for (size_t i = 0; i < new->routine_count; i++)
      marks[i] = m->pair_of[MATCH_NEW][i] != SIZE_MAX &&
                 pairs[m->pair_of[MATCH_NEW][i]];
   reach_spread(new, true, REACH_ALL, marks);
   for (size_t i = 0; i < new->routine_count; i++)
      if (marks[i] && m->pair_of[MATCH_NEW][i] != SIZE_MAX)
         callers[m->pair_of[MATCH_NEW][i]] = true;
   free(marks);
   return callers;
}

/* Return of each pair whether it calls a routine, directly or through others,
   that the findings name with a factor, and is none of these.  The caller frees
   it. */
static bool *callers_of_told(const search *s)
{
   const matching *m = s->evaluation->baseline;
   bool *told = memory_new(m->count, sizeof *told), *callers;

   for (size_t i = 0; i < m->count; i++)
      told[i] = s->told[i] > 0;
   callers = callers_of(m, told);
   for (size_t i = 0; i < m->count; i++)
      callers[i] &= !told[i];
   free(told);
   return callers;
}

/* Return whether a routine reads so much more that the steepest growth explains
   a factor of its cost. */
static bool is_explained(const matching *m, size_t pair, double factor)
{
   const prof_tuple old = match_sums(m, &m->pairs[pair], MATCH_OLD);
   const prof_tuple new = match_sums(m, &m->pairs[pair], MATCH_NEW);

   return old.trms == 0 ||
          factor <= pow((double)new.trms / (double)old.trms, STEEPEST);
}

/* Of the routines that are marked, drop the callers of one that would keep the
   rule without what this one costs more: they read more because it does. */
static void drop_callers(const search *s, size_t of, bool *marked)
{
   const matching *m = s->evaluation->baseline;
   const double more = match_difference(m, &m->pairs[of]);
   bool *one = memory_new(m->count, sizeof *one), *callers;

   one[of] = true;
   callers = callers_of(m, one);
   free(one);
   for (size_t i = 0; i < m->count; i++) {
      const double old =
         (double)match_sums(m, &m->pairs[i], MATCH_OLD).outermost;
      const double new =
         (double)match_sums(m, &m->pairs[i], MATCH_NEW).outermost;

      if (i != of && callers[i] && !is_beyond(s->rule, (new - more) / old))
         marked[i] = false;
   }
   free(callers);
}

/* Find routines that cost more than the factor allows for the same work,
   because they read more in as many calls: their sizes are others than before,
   so no cost at equal sizes shows it.  The one that costs most more is named
   first: a routine below it may cost little more at equal sizes.  A caller of a
   routine that was found, whose own input is about as before, adds nothing: it
   costs more because of the other one, not because it reads some percent more. */
static void find_dearer(search *s)
{
   const matching *m = s->evaluation->baseline;
   const double least = s->judged ? 0
                                  : LEAST_UNSURE * old_total(s->evaluation);
   bool *callers, *dearer;
   double most = 0;
   size_t first = SIZE_MAX;
   char factor[NUMBERS_TEXT];

   if (!s->same_input)
      return;
   callers = callers_of_told(s);
   dearer = memory_new(m->count, sizeof *dearer);
   for (size_t i = 0; i < m->count; i++) {
      const double ratio = is_judged(s, i) ? same_input_ratio(m, i) : 0;
      double more;

      if (ratio == 0 || !is_beyond(s->rule, ratio) ||
          (!s->judged && match_is_runtime(m, &m->pairs[i])) ||
          (callers[i] && !is_explained(m, i, ratio)))
         continue;
      more = (double)match_sums(m, &m->pairs[i], MATCH_NEW).outermost *
             (1 - 1 / ratio);
      if (more < least)
         continue;
      dearer[i] = true;
      if (ratio > most) {
         most = ratio;
         first = i;
      }
   }
   free(callers);
   if (first == SIZE_MAX ||
       (s->result == RULE_BROKEN && s->told[first] >= TOLD * most)) {
      free(dearer);
      return;
   }
   drop_callers(s, first, dearer);
   set_result(s, RULE_BROKEN);
   findings_add_first(&s->found, first, memory_format(
      "%s costs %sx for the same input of the program: it is called as often, "
      "and reads more", label_of(s->evaluation, first),
      numbers_factor(factor, most)));
   for (size_t i = 0; i < m->count; i++)
      if (dearer[i])
         findings_count(&s->found, i);
   free(dearer);
   s->dearer = first;
}

/* The same for programs whose inputs are of other data: find routines that cost
   more in all than any growth up to a cubic one explains. */
static void find_dearer_in_all(search *s)
{
   const matching *m = s->evaluation->baseline;
   const double scale = same_input_scale(m);
   const double explained = pow(fmax(scale, 1), STEEPEST);
   const double least = LEAST_UNSURE * old_total(s->evaluation);
   char factor[NUMBERS_TEXT], *why;

   if (s->same_input || scale < 1.0 / COMPARABLE || scale > COMPARABLE)
      return;
   why = same_input_is_equal(scale)
      ? memory_string("and the command lines differ: give both profiles equal "
                      "arguments to see why")
      : memory_format("the program has %sx the input: give both profiles equal "
                      "input to see why", numbers_factor(factor, scale));
   for (size_t i = 0; i < m->count; i++) {
      const double old =
         (double)match_sums(m, &m->pairs[i], MATCH_OLD).outermost;
      const double new =
         (double)match_sums(m, &m->pairs[i], MATCH_NEW).outermost;

      if (s->exempt[i] || old == 0 || new - old * explained < least ||
          !is_beyond(s->rule, new / old / explained) ||
          match_is_runtime(m, &m->pairs[i]))
         continue;
      add(s, RULE_UNDECIDED, i,
          memory_format("%s costs %sx in all, %s",
                        label_of(s->evaluation, i),
                        numbers_factor(factor, new / old), why));
   }
   free(why);
}

/* Return the sum of the parts of rows whose cost at equal sizes is unknown. */
static double unknown_rows(const change_list *list)
{
   double sum = 0;

   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];

      if (!c->explained && c->ratio == 0 && c->status != CHANGE_NEW &&
          c->status != CHANGE_GONE)
         sum += c->part;
   }
   return sum;
}

/* If the program costs more than the factor allows, and most of that is at
   sizes that the baseline does not have, then nothing is known. */
static void find_other_sizes(search *s)
{
   const change_list *list = &s->evaluation->changes;
   const double old = old_total(s->evaluation);
   const double unknown = unknown_rows(list);
   const double left = list->left + list->outside + unknown;
   /* More input from the kernel explains as much more cost. */
   const double scale = fmax(same_input_scale(s->evaluation->baseline), 1);
   char number[NUMBERS_TEXT], factor[NUMBERS_TEXT], *what;

   if ((!changes_is_rest(list) && unknown <= list->least_rest) || left <= 0 ||
       !is_beyond(s->rule, (old + list->difference) / old / scale))
      return;
   numbers_short(number, (prof_sum)fmin(left, 0x1p126));
   numbers_factor(factor, (old + list->difference) / old);
   if (list->rest_count > 0)
      what = memory_format("the program costs %sx, of which +%s is at other "
                           "sizes, such as in %s", factor, number,
                           label_of(s->evaluation, list->rest[0].pair));
   else
      what = memory_format("the program costs %sx, of which +%s is at other "
                           "sizes", factor, number);
   add(s, RULE_UNDECIDED, FINDINGS_PROGRAM, what);
}

/* If the program costs more than the factor allows, and most of that is in a
   routine that the baseline does not have, then no routine shows it by its cost
   at equal sizes. */
static void find_new(search *s)
{
   const change_list *list = &s->evaluation->changes;
   const double old = old_total(s->evaluation);
   const change *most = NULL;
   char number[NUMBERS_TEXT], factor[NUMBERS_TEXT];

   for (size_t i = 0; i < list->count; i++)
      if (list->changes[i].status == CHANGE_NEW &&
          (most == NULL || list->changes[i].cost > most->cost))
         most = &list->changes[i];
   if (most == NULL || most->cost < MOST_OF_IT * list->difference ||
       !is_beyond(s->rule, (old + list->difference) / old))
      return;
   numbers_short(number, (prof_sum)fmin(most->cost, 0x1p126));
   add(s, RULE_UNDECIDED, FINDINGS_PROGRAM,
       memory_format("the program costs %sx, of which +%s is in %s, which is "
                     "new",
                     numbers_factor(factor, (old + list->difference) / old),
                     number, label_of(s->evaluation, most->pair)));
}

static int compare_parts(const void *a, const void *b)
{
   const change *x = *(const change *const *)a, *y = *(const change *const *)b;

   if (x->part != y->part)
      return x->part > y->part ? -1 : 1;
   return (x->pair > y->pair) - (x->pair < y->pair);
}

/* The routines that cost more at equal sizes may be the callers of those that
   hold the cost, if these are new or got other sizes: return the names of the
   few that hold most of it, which come first, or an empty text.  The caller
   frees it. */
static char *name_holders(const search *s)
{
   const change_list *list = &s->evaluation->changes;
   const change **all = memory_new(list->count, sizeof *all);
   char *text = memory_string("");
   double sum = 0;

   for (size_t i = 0; i < list->count; i++)
      all[i] = &list->changes[i];
   qsort(all, list->count, sizeof *all, compare_parts);
   for (size_t i = 0; s->result == RULE_BROKEN && i < list->count &&
                      i < FINDINGS_NAMED && all[i]->part > 0 &&
                      sum < MOST_OF_IT * list->difference; i++) {
      char number[NUMBERS_TEXT];

      if (all[i]->pair == s->dearer || is_beyond(s->rule, all[i]->ratio))
         break;
      sum += all[i]->part;
      numbers_short(number, (prof_sum)fmin(all[i]->part, 0x1p126));
      memory_append(&text, "%s+%s in %s", i > 0 ? ", " : "", number,
                    label_of(s->evaluation, all[i]->pair));
   }
   free(all);
   if (sum == 0 || sum < MOST_OF_IT * list->difference) {
      free(text);
      return memory_string("");
   }
   memory_append(&text, "; ");
   return text;
}

/* --- a rule on all routines --- */

/* Mark the pairs of the routines that a pattern finds.  Return their number. */
static size_t mark(const evaluation *e, const char *pattern, bool *marks)
{
   size_t *found;
   const size_t count = select_find(e->model, pattern, &found);

   for (size_t i = 0; i < count; i++)
      if (e->baseline->pair_of[MATCH_NEW][found[i]] != SIZE_MAX)
         marks[e->baseline->pair_of[MATCH_NEW][found[i]]] = true;
   free(found);
   return count;
}

/* Return the greatest factor by which a cost may be dearer at equal input, if
   it grows no steeper than as a cubic; or INFINITY. */
static double most_dearer(const prof_tuple *old, const prof_tuple *new)
{
   const double more = (double)old->trms / (double)new->trms;

   if (old->outermost == 0 || new->trms == 0)
      return INFINITY;
   return (double)new->outermost / (double)old->outermost *
          pow(fmax(more, 1), STEEPEST);
}

/* Return the part of the new program's cost that can be compared with the old
   one: self costs of routines at common sizes, and of those that cost no more
   than the factor allows for as much input in all. */
static double compared_part(const search *s)
{
   const evaluation *e = s->evaluation;
   const matching *m = e->baseline;
   /* Routines that the matching leaves out can't be compared, too. */
   const double all = (double)m->models[MATCH_NEW]->total.cost;
   double compared = 0;

   for (size_t i = 0; i < m->count; i++) {
      const prof_tuple old = match_sums(m, &m->pairs[i], MATCH_OLD);
      const prof_tuple new = match_sums(m, &m->pairs[i], MATCH_NEW);
      const double self = (double)new.self.sum;

      if (e->moved[i] || !is_beyond(s->rule, most_dearer(&old, &new)))
         compared += self;
      else if (self > 0)
         compared += self * evaluation_common_part(e, i);
   }
   return all > 0 ? compared / all : 1;
}

/* Where nothing is beyond the factor, but little could be compared, nothing is
   known. */
static void find_little(search *s)
{
   const double part = compared_part(s);

   s->of_program = part < LEAST_COMPARED;
   if (s->of_program)
      add(s, RULE_UNDECIDED, FINDINGS_PROGRAM,
          memory_format("only %.3g %% of the cost can be compared with the "
                        "baseline: give both profiles equal input, or run "
                        "both programs on inputs of several sizes",
                        100 * part));
}

static void find_in_all(search *s, const rule_set *rules)
{
   bool any_exempt = false;

   for (size_t i = 0; i < rules->count; i++) {
      const rule *r = &rules->rules[i];

      if (r->kind == RULE_COST && r->pattern)
         any_exempt |= mark(s->evaluation, r->pattern, s->exempt) > 0;
   }
   find_changes(s, false);
   find_unsure(s);
   if (!any_exempt)
      find_other_sizes(s);
   if (!any_exempt)
      find_dearer(s);
   /* A change that others explain has a cause at or below it, so the cause was
      found, or another rule is about it.  The exception: several causes below
      the factor whose sum is beyond it. */
   if (s->result != RULE_BROKEN && !any_exempt)
      find_changes(s, true);
   if (s->result == RULE_HELD && !any_exempt)
      find_new(s);
   if (s->result != RULE_BROKEN && !any_exempt)
      find_dearer_in_all(s);
   if (s->result == RULE_HELD && !any_exempt)
      find_little(s);
}

/* --- a rule on some routines --- */

/* Add routines that cannot be compared. */
static void find_incomparable(search *s)
{
   evaluation *e = s->evaluation;

   for (size_t i = 0; i < e->baseline->count; i++) {
      if (!s->judged[i])
         continue;
      if (evaluation_is_absent_before(e, i))
         add(s, RULE_UNDECIDED, i,
             memory_format("%s is absent in the baseline", label_of(e, i)));
      else if (!e->changed[i] && !evaluation_has_common_sizes(e, i))
         add(s, RULE_UNDECIDED, i,
             memory_format("%s has no size near a size of the baseline",
                           label_of(e, i)));
   }
}

/* Return what the whole program costs, where that breaks the rule as well: the
   routines' own factors may be small beside it.  Or where it costs less: what
   became dearer may be the price of that.  Else an empty text.  The caller frees
   it. */
static char *name_total(const search *s)
{
   const double old = old_total(s->evaluation);
   const double ratio = (old + s->evaluation->changes.difference) / old;
   char factor[NUMBERS_TEXT];

   if (s->result != RULE_BROKEN || !s->same_input ||
       (!is_beyond(s->rule, ratio) && ratio >= CHEAPER))
      return memory_string("");
   return memory_format("the program costs %sx for the same input%s; ",
                        numbers_factor(factor, ratio),
                        ratio < CHEAPER ? ", and yet a part of it more" : "");
}

/* Return what is to be known of a rule that does not hold if the baseline is of
   another command line: an argument that is no memory, such as a number of
   rounds, is in no size, so that its change looks like one of the program.  Else
   an empty text.  The caller frees it. */
static char *name_command(const search *s)
{
   const model *old = s->evaluation->baseline->models[MATCH_OLD];
   char *command, *shown, *text;

   if (old->run_count == 0 || old->runs[0].arguments[0] == NULL ||
       same_input_has_equal_commands(s->evaluation->baseline))
      return memory_string("");
   command = shell_word_quote(old->runs[0].arguments[0]);
   for (char **a = old->runs[0].arguments + 1; *a; a++)
      command = shell_word_add(command, *a);
   shown = utf8_shorten(command, COMMAND_WIDTH);
   text = memory_format("; the baseline is of %s (%s%s): with equal ones only "
                        "the program differs",
                        old->run_count == 1 ? "another command line"
                                            : "other command lines",
                        shown, old->run_count == 1 ? "" : ", ...");
   free(shown);
   free(command);
   return text;
}

/* Return what is to be known of a rule that does not hold if the program has
   had other input: its data may be others in kind as well, so that a cost at
   equal sizes differs.  Else an empty text.  The caller frees it. */
static char *name_input(const search *s)
{
   const double scale = same_input_scale(s->evaluation->baseline);
   const double old = old_total(s->evaluation);
   char input[NUMBERS_TEXT], cost[NUMBERS_TEXT];

   if (scale == 0 || same_input_is_equal(scale))
      return memory_string("");
   return memory_format("; the program has %sx the input of the baseline, and "
                        "costs %sx", numbers_factor(input, scale),
                        numbers_factor(cost,
                           (old + s->evaluation->changes.difference) / old));
}

/* Return the evidence of a rule that does not hold; the caller frees it. */
static char *describe(const search *s)
{
   char *found = findings_describe(&s->found);
   char *total = s->judged ? memory_string("") : name_total(s);
   char *holder = s->judged ? memory_string("") : name_holders(s);
   char *command = name_command(s);
   char *input = name_input(s);
   char *text = memory_format("%s%s%s%s%s", total, holder, found, input,
                              command);

   free(input);
   free(command);
   free(holder);
   free(total);
   free(found);
   return text;
}

rule_result costs_evaluate(evaluation *e, const rule_set *rules, const rule *r,
                           char **evidence)
{
   const size_t pairs = e->baseline->count;
   search s = { .evaluation = e, .rule = r,
                .exempt = memory_new(pairs, sizeof(bool)),
                .told = memory_new(pairs, sizeof(double)),
                .same_input = same_input_is(e->baseline),
                .result = RULE_HELD, .found = findings_none(),
                .dearer = SIZE_MAX };

   if (r->pattern == NULL) {
      find_in_all(&s, rules);
   } else {
      s.judged = memory_new(pairs, sizeof *s.judged);
      if (mark(e, r->pattern, s.judged) == 0)
         s.result = RULE_ABSENT;
      find_changes(&s, false);
      find_unsure(&s);
      if (s.result == RULE_HELD)
         find_dearer(&s);
      if (s.result == RULE_HELD)
         find_incomparable(&s);
   }
   if (s.result == RULE_ABSENT)
      *evidence = evaluation_absent(e, r->pattern);
   else if (s.result == RULE_HELD)
      *evidence = memory_format("no routine costs more than %gx at equal sizes",
                                r->factor);
   else if (s.of_program)
      *evidence = findings_words(&s.found);
   else
      *evidence = describe(&s);
   findings_free(&s.found);
   free(s.exempt);
   free(s.told);
   free(s.judged);
   return s.result;
}
