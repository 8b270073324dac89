/* The table of `aprof diff`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_table.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/rows.h"
#include "cli/wrap.h"
#include "compare/other_calls.h"
#include "compare/other_names.h"
#include "compare/outcome.h"
#include "names/distinct.h"
#include "names/labels.h"
#include "names/shorten.h"
#include "verbs/diff_rereads.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define LEFT 59                       /* columns left of the routine */
#define REST_LEFT 26                  /* likewise, of the rest */

/* A row with a smaller part of what its routine costs more or less has its cost
   in other rows. */
#define BELOW 0.01
/* A part of the program's cost below which a difference is none. */
#define THOUSANDTH 1e-3
/* A factor between the cost at equal sizes and in all that is worth a line. */
#define OTHER 4.0

size_t diff_table_routine(const matching *m, const change *c, int *side)
{
   const match_pair *pair = &m->pairs[c->pair];

   *side = c->status == CHANGE_GONE ? MATCH_OLD : MATCH_NEW;
   return *pair->routines[*side];
}

static void print_cost(const char *name, const model *m)
{
   char cost[NUMBERS_TEXT];

   printf("%-11s %s %s in %zu run%s\n", name,
          numbers_grouped(cost, m->total.cost), model_cost_name(m),
          m->run_count, m->run_count == 1 ? "" : "s");
}

/* Return whether the points of the routine leave doubts of a class that is
   likely, as in the report on that profile.  (Of several routines that count as
   one there is no report.) */
static bool is_doubted(const matching *m, const change *c, int side)
{
   const match_pair *pair = &m->pairs[c->pair];
   assessment a;
   bool is;

   if (pair->counts[side] != 1)
      return false;
   assess_routine(&a, m->models[side], *pair->routines[side]);
   is = suspicion_is_doubted(&a);
   assess_clear(&a);
   return is;
}

/* The classes of a row. */
typedef struct {
   bool doubtful[MATCH_SIDES];        /* another one is about as likely, or its
                                         points leave doubts */
   bool doubted[MATCH_SIDES];         /* the latter */
} row_classes;

static row_classes classes_of(const matching *m, const change *c)
{
   row_classes r = { { false, false }, { false, false } };

   for (int side = 0; side < MATCH_SIDES; side++) {
      const verdict *v = c->verdicts[side];

      if (v == NULL || v->growth.kind == GROWTH_UNDECIDED)
         continue;
      r.doubted[side] = v->confidence >= VERDICT_LIKELY &&
                        is_doubted(m, c, side);
      r.doubtful[side] = r.doubted[side] || v->confidence < VERDICT_LIKELY;
   }
   return r;
}

/* A class, and a question mark if it is in doubt. */
enum { CLASS_SIZE = GROWTH_NAME_SIZE + 1 };

/* Return the class on one side.  Report has one that is withdrawn here. */
static const char *class_of(const change *c, const row_classes *r, int side,
                            char name[CLASS_SIZE])
{
   const verdict *v = c->verdicts[side];

   if (v == NULL)
      return "";
   if (c->withdrawn[side])
      return "not compared";
   growth_name(name, v->growth);
   return r->doubtful[side] ? strcat(name, "?") : name;
}

/* Return the cost in a row: its part of the difference, so that the rows and
   the rest add up; of an explained change, which is no part, the whole. */
static double cost_of(const matching *m, const change *c)
{
   return c->explained ? match_difference(m, &m->pairs[c->pair]) : c->part;
}

/* In a table with classes, `constant` would be taken for one. */
static const char *label_of(change_status status)
{
   return status == CHANGE_CONSTANT ? "factor" : changes_status_names[status];
}

/* Return the names of the routines in the rows, in `width` columns, for
   memory_free_strings. */
static char **names_of(const matching *m, const change_list *list,
                       char **labels[], size_t width)
{
   const char **wholes = memory_new(list->count + 1, sizeof *wholes);
   char **names;

   for (size_t i = 0; i < list->count; i++) {
      int side;
      const size_t routine = diff_table_routine(m, &list->changes[i], &side);

      wholes[i] = labels[side][routine];
   }
   names = distinct_names(wholes, NULL, list->count, width);
   free(wholes);
   return names;
}

/* Return whether next to nothing of what a routine costs more or less is in its
   row: it is in others. */
static bool is_below(const matching *m, const change *c)
{
   const double whole = match_difference(m, &m->pairs[c->pair]);

   return !c->explained && fabs(cost_of(m, c)) <= BELOW * fabs(whole);
}

static void print_change(const matching *m, const change *c,
                         const row_classes *r, const char *name)
{
   char old[CLASS_SIZE], new[CLASS_SIZE], number[NUMBERS_TEXT];
   char cost[NUMBERS_TEXT + 1] = "", all[NUMBERS_TEXT] = "";
   char equal[NUMBERS_TEXT] = "";
   const double whole = other_calls_ratio(m, c->pair);
   const double ratio = changes_equal_ratio(c, m);

   /* A remainder that has another sign than all of it would mislead. */
   if (fabs(cost_of(m, c)) < 0x1p127 &&
       !(is_below(m, c) &&
         cost_of(m, c) * match_difference(m, &m->pairs[c->pair]) < 0))
      snprintf(cost, sizeof cost, "%c%s", cost_of(m, c) < 0 ? '-' : '+',
               numbers_short(number, (prof_sum)fabs(cost_of(m, c))));
   if (ratio > 0)
      numbers_factor(equal, ratio);
   if (whole > 0)
      numbers_factor(all, whole);
   printf("%-8s %6s %6s %6s  %-13s %-13s %s\n", label_of(c->status), cost,
          all, equal,
          class_of(c, r, MATCH_OLD, old), class_of(c, r, MATCH_NEW, new), name);
}

/* Return whether the two numbers of a row contradict each other. */
static bool is_contradictory(const matching *m, const change *c)
{
   return c->ratio > 0 && cost_of(m, c) != 0 &&
          (cost_of(m, c) > 0) != (c->ratio > 1);
}

/* Return whether the routine's cost in all has become quite another than its
   cost at equal sizes: then the routine is called otherwise. */
static bool is_called_otherwise(const matching *m, const change *c)
{
   const double all = other_calls_ratio(m, c->pair);

   return c->ratio > 0 && all > 0 && fabs(log(all / c->ratio)) >= log(OTHER);
}

/* --- other calls, and other inputs --- */

/* Print one side of a routine: its calls, the mean of their inputs if there is
   something to say of them, its own cost. */
static void print_side(const char *side, const prof_tuple *sums, bool reads,
                       bool given)
{
   char calls[NUMBERS_TEXT], cells[NUMBERS_TEXT], cost[NUMBERS_TEXT];

   printf("      %s: %s call%s", side, numbers_grouped(calls, sums->calls),
          sums->calls == 1 ? "" : "s");
   if (sums->calls > 0 && reads)
      printf(given ? ", of size %s%s" : ", %s cells%s",
             numbers_grouped(cells, (sums->trms + sums->calls / 2) /
                                    sums->calls),
             sums->calls == 1 ? "" : " each");
   if (sums->calls > 0)
      printf(", self cost %s", numbers_short(cost, sums->self.sum));
   puts("");
}

/* Print what is other than before in the calls of a routine, with figures.
   Before it stands what the line begins with. */
static void print_calls(const matching *m, size_t pair, const char *before)
{
   const match_pair *p = &m->pairs[pair];
   char *words = other_calls_words(m, pair);

   printf("%s %s\n", before, words);
   for (int side = 0; side < MATCH_SIDES; side++) {
      const prof_tuple sums = match_sums(m, p, side);

      print_side(side == MATCH_OLD ? "old" : "new", &sums,
                 other_calls_is_measured(m, pair, side) &&
                 other_calls_reads(m, pair),
                 p->counts[side] > 0 &&
                    assess_size_is_given(m->models[side], *p->routines[side]));
   }
   free(words);
}

/* Print "+1.2M". */
static void print_signed(double cost)
{
   char number[NUMBERS_TEXT];

   printf("%c%s", cost < 0 ? '-' : '+',
          numbers_short(number, (prof_sum)fmin(fabs(cost), 0x1p126)));
}

/* Print that the cost of a row is elsewhere, if it is. */
static void print_below(const matching *m, const change *c, const char *name)
{
   const double whole = match_difference(m, &m->pairs[c->pair]);
   char number[NUMBERS_TEXT];

   if (!is_below(m, c) ||
       fabs(whole) < BELOW * (double)m->models[MATCH_OLD]->total.cost)
      return;
   printf("\n%s costs %s %s with its callees; other rows hold that.\n", name,
          numbers_short(number, (prof_sum)fmin(fabs(whole), 0x1p126)),
          whole < 0 ? "less" : "more");
}

/* Return the place in the list of the change of a pair. */
static size_t place_of(const change_list *list, size_t pair)
{
   size_t i = 0;

   while (list->changes[i].pair != pair)
      i++;
   return i;
}

/* Print which routine a new one perhaps was. */
static void print_renamed(const char *now, const char *before)
{
   char *text = memory_format("%s is perhaps %s under another name: it is in "
                              "the same file, has the same calls, and costs as "
                              "much.", now, before);

   putchar('\n');
   wrap_print(text, 0);
   free(text);
}

/* Print what is other in the calls of rows whose cost in all has become quite
   another than their cost at equal sizes. */
static void print_sizes(const matching *m, const change_list *list,
                        const diff_rows *rows, char *const *names)
{
   bool any = false;

   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];

      if ((!is_contradictory(m, c) && !is_called_otherwise(m, c) &&
           c->status != CHANGE_INPUT) ||
          c->explained || (!rows->all && changes_is_little(c, m)))
         continue;
      fputs(any ? "" : "\n", stdout);
      print_calls(m, c->pair, names[i]);
      any = true;
   }
}

/* Print a routine that has no row, and what is other in its calls. */
static void print_holder(const matching *m, const change_rest *r,
                         char **labels[])
{
   const match_pair *pair = &m->pairs[r->pair];
   const int side = pair->counts[MATCH_NEW] ? MATCH_NEW : MATCH_OLD;
   char *name = shorten_name(labels[side][*pair->routines[side]],
                             rows_terminal_width() - REST_LEFT);
   char times[NUMBERS_TEXT];

   fputs("   ", stdout);
   print_signed(r->self);
   if (r->times > 0)
      printf("   x %-6s  %s\n", numbers_factor(times, r->times), name);
   else
      printf("            %s\n", name);
   print_calls(m, r->pair, "     ");
   free(name);
}

/* Return whether the difference of the total costs is not worth a factor. */
static bool is_nearly_none(const matching *m, const change_list *list)
{
   return fabs(list->difference) <
          THOUSANDTH * (double)m->models[MATCH_OLD]->total.cost;
}

/* Print how much of the difference of the total costs the causes explain, and
   which routines hold the rest. */
static void print_rest(const matching *m, const change_list *list,
                       char **labels[])
{
   const double left = list->left + list->outside;
   char factor[NUMBERS_TEXT];

   if (list->difference == 0 ||
       (list->count == 0 && !changes_is_rest(list)))
      return;
   if (!changes_is_rest(list) && is_nearly_none(m, list)) {
      fputs("\nThe program's cost is the same: it differs by ", stdout);
      print_signed(list->difference);
      puts(", less than a thousandth of it.");
      return;
   }
   fputs("\nThe program's cost differs by ", stdout);
   print_signed(list->difference);
   if (m->models[MATCH_OLD]->total.cost > 0)
      printf(" (x %s)",
             numbers_factor(factor,
                            (double)m->models[MATCH_NEW]->total.cost /
                            (double)m->models[MATCH_OLD]->total.cost));
   if (!changes_is_rest_shown(list, m)) {
      puts("; these changes explain it.");
      return;
   }
   if (list->count > 0) {
      fputs("; these changes explain ", stdout);
      print_signed(list->covered);
      fputs(".\nThe rest, ", stdout);
      print_signed(left);
   }
   if (list->rest_count == 0) {
      puts(list->count > 0 ? ", is spread over many routines."
                           : ", spread over many routines.");
      return;
   }
   puts(list->count > 0
        ? ", is mostly in routines that have no row (self cost):"
        : ", mostly in these routines (self cost):");
   for (size_t i = 0; i < list->rest_count; i++)
      print_holder(m, &list->rest[i], labels);
}

/* Print which routines without a row hold much of the rows' cost, because they
   are called otherwise. */
static void print_inside(const matching *m, const change_list *list,
                         char **labels[])
{
   if (list->inside_count == 0)
      return;
   puts("\nMuch of the rows' cost is in routines that they call (self cost):");
   for (size_t i = 0; i < list->inside_count; i++)
      print_holder(m, &list->inside[i], labels);
}

/* Print that there is no row.  A program that costs much less or more, at no
   size of a routine, does so by its calls: the rest names them. */
static void print_none(const matching *m, const change_list *list, bool little)
{
   char *text = outcome_without_causes(m, list, little);

   putchar('\n');
   wrap_print(text, 0);
   free(text);
}

/* Print the classes with a question mark as the report on each profile has
   them. */
static void print_doubts(const change *c, const row_classes *r,
                         const char *name)
{
   static const char *const when[MATCH_SIDES] = { "before", "now" };
   char phrase[DESCRIBE_CLASS_SIZE], *text = memory_string("");

   for (int s = 0; s < MATCH_SIDES; s++)
      if (r->doubtful[s])
         memory_append(
            &text, "%s %s %s", *text ? "," : "",
            suspicion_class(phrase, c->verdicts[s], r->doubted[s]), when[s]);
   printf("  %s:%s\n", name, text);
   free(text);
}

static void print_all_doubts(const change_list *list,
                             const row_classes *classes, char *const *names)
{
   bool any = false;

   for (size_t i = 0; i < list->count; i++) {
      const row_classes *r = &classes[i];

      if (!r->doubtful[MATCH_OLD] && !r->doubtful[MATCH_NEW])
         continue;
      if (!any)
         puts("\nA class with ? is in doubt:");
      any = true;
      print_doubts(&list->changes[i], r, names[i]);
   }
}

static void print_rows(const matching *m, const change_list *list,
                       const diff_rows *rows, char **labels[])
{
   char **names = names_of(m, list, labels, rows_terminal_width() - LEFT);
   char **wholes = names_of(m, list, labels, SHORTEN_IN_SENTENCE);
   size_t shown = 0, little = 0, more = 0, *others;
   row_classes *classes = memory_new(list->count, sizeof *classes);

   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];

      if (!rows->all && changes_is_little(c, m)) {
         little++;
      } else if (shown == rows->top) {
         more++;
      } else {
         if (shown++ == 0)
            printf("\n%15s %6s %6s\n%-8s %6s %6s %6s  %-13s %-13s routine\n",
                   "new/old:", "all", "equal", "change", "cost", "calls",
                   "sizes", "class: old", "new");
         classes[i] = classes_of(m, c);
         print_change(m, c, &classes[i], names[i]);
      }
   }
   print_all_doubts(list, classes, wholes);
   free(classes);
   if (shown == 0)
      print_none(m, list, little > 0);
   print_sizes(m, list, rows, names);
   others = other_names_find(m, list);
   for (size_t i = 0, k = 0; i < list->count && k < rows->top; i++)
      if (rows->all || !changes_is_little(&list->changes[i], m)) {
         if (others[i] == SIZE_MAX)
            print_below(m, &list->changes[i], names[i]);
         else if (list->changes[i].status == CHANGE_NEW)
            print_renamed(wholes[i], wholes[place_of(list, others[i])]);
         k++;
      }
   free(others);
   memory_free_strings(wholes, list->count);
   memory_free_strings(names, list->count);
   if (more > 0)
      printf("\n%zu more changed; --top=%zu shows them.\n", more,
             shown + more);
   if (little > 0)
      printf("\n%zu more changed by less than a thousandth of the cost; --all "
             "shows them.\n", little);
}

void diff_table_print(const matching *m, const change_list *list,
                      const diff_rows *rows)
{
   char **labels[MATCH_SIDES];

   print_cost("Old", m->models[MATCH_OLD]);
   print_cost("New", m->models[MATCH_NEW]);
   if (list->count == 0 && !changes_is_rest(list)) {
      puts("\nNothing has changed.");
      return;
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      labels[side] = labels_new(m->models[side]);
   print_rows(m, list, rows, labels);
   diff_rereads_print(m, list, labels);
   print_rest(m, list, labels);
   print_inside(m, list, labels);
   for (int side = 0; side < MATCH_SIDES; side++)
      labels_free(m->models[side], labels[side]);
   if (list->explained > 0)
      printf("\n%zu more changed only because of these; --all shows them.\n",
             list->explained);
}
