/* The table of `aprof diff`, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_table.h"
#include "base/numbers.h"
#include "cli/rows.h"
#include "names/labels.h"
#include "names/shorten.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#define LEFT 58                       /* columns left of the routine */
#define REST_LEFT 26                  /* likewise, of the rest */

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

static const char *class_of(const verdict *v, char name[GROWTH_NAME_SIZE])
{
   return v ? growth_name(name, v->growth) : "";
}

/* Return the cost in a row: its part of the difference, so that the rows and the
   rest add up; of an explained change, which is no part, the whole. */
static double cost_of(const change *c)
{
   return c->explained ? c->cost : c->part;
}

/* In a table with classes, `constant` would be taken for one. */
static const char *label_of(change_status status)
{
   return status == CHANGE_CONSTANT ? "factor" : changes_status_names[status];
}

static void print_change(const matching *m, const change *c, char **labels[])
{
   int side;
   const size_t routine = diff_table_routine(m, c, &side);
   char *name =
      shorten_name(labels[side][routine], rows_terminal_width() - LEFT);
   char old[GROWTH_NAME_SIZE], new[GROWTH_NAME_SIZE], number[NUMBERS_TEXT];
   char cost[NUMBERS_TEXT + 1] = "", ratio[NUMBERS_TEXT] = "";

   if (fabs(cost_of(c)) < 0x1p127)
      snprintf(cost, sizeof cost, "%c%s", cost_of(c) < 0 ? '-' : '+',
               numbers_short(number, (prof_sum)fabs(cost_of(c))));
   if (c->ratio > 0)
      snprintf(ratio, sizeof ratio, "%.3g", c->ratio);
   printf("%-8s %6s %8s  %-15s%-15s  %s\n", label_of(c->status),
          cost, ratio, class_of(c->verdicts[MATCH_OLD], old),
          class_of(c->verdicts[MATCH_NEW], new), name);
   free(name);
}

/* Return whether the two numbers of a row contradict each other. */
static bool is_contradictory(const change *c)
{
   return c->ratio > 0 && cost_of(c) != 0 &&
          (cost_of(c) > 0) != (c->ratio > 1);
}

/* Return what makes a routine dearer in all, or cheaper. */
static const char *reason_of(const change *c)
{
   if (c->sizes != CHANGE_SAME)
      return c->sizes == CHANGE_LARGER ? "larger inputs" : "smaller inputs";
   if (c->times != 1 && (c->times > 1) == (cost_of(c) > 0))
      return c->times > 1 ? "more calls" : "fewer calls";
   return "other inputs";
}

/* Print why the numbers of rows contradict each other. */
static void print_sizes(const matching *m, const change_list *list,
                        const diff_rows *rows, char **labels[])
{
   bool any = false;

   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];
      const bool more = cost_of(c) > 0;
      int side;
      const size_t routine = diff_table_routine(m, c, &side);
      char *name;

      if (!is_contradictory(c) || (!rows->all && changes_is_little(c, m)))
         continue;
      name = shorten_name(labels[side][routine], rows_terminal_width() - LEFT);
      printf("%s%s: %s at equal sizes (x), %s in all: %s.\n",
             any ? "" : "\n", name, c->ratio < 1 ? "less" : "more",
             more ? "more" : "less", reason_of(c));
      free(name);
      any = true;
   }
}

/* Print "+1.2M". */
static void print_signed(double cost)
{
   char number[NUMBERS_TEXT];

   printf("%c%s", cost < 0 ? '-' : '+',
          numbers_short(number, (prof_sum)fmin(fabs(cost), 0x1p126)));
}

/* Print how much of the difference of the total costs the causes explain, and
   which routines hold the rest. */
static void print_rest(const matching *m, const change_list *list,
                       char **labels[])
{
   const double left = list->left + list->outside;

   if (list->difference == 0 ||
       (list->count == 0 && !changes_is_rest(list)))
      return;
   fputs("\nThe program's cost differs by ", stdout);
   print_signed(list->difference);
   if (!changes_is_rest(list)) {
      puts("; these changes explain it.");
      return;
   }
   fputs("; these changes explain ", stdout);
   print_signed(list->covered);
   fputs(".\nThe rest, ", stdout);
   print_signed(left);
   if (list->rest_count == 0) {
      puts(", is spread over many routines.");
      return;
   }
   puts(", is mostly in routines that have no row (self cost):");
   for (size_t i = 0; i < list->rest_count; i++) {
      const change_rest *r = &list->rest[i];
      const match_pair *pair = &m->pairs[r->pair];
      const int side = pair->counts[MATCH_NEW] ? MATCH_NEW : MATCH_OLD;
      char *name = shorten_name(labels[side][*pair->routines[side]],
                                rows_terminal_width() - REST_LEFT);

      fputs("   ", stdout);
      print_signed(r->self);
      if (r->times > 0)
         printf("   x %-6.3g  %s\n", r->times, name);
      else
         printf("            %s\n", name);
      free(name);
   }
}

static void print_rows(const matching *m, const change_list *list,
                       const diff_rows *rows, char **labels[])
{
   size_t shown = 0, little = 0, more = 0;

   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];

      if (!rows->all && changes_is_little(c, m)) {
         little++;
      } else if (shown == rows->top) {
         more++;
      } else {
         if (shown++ == 0)
            printf("\n%-8s %6s %8s  %-15s%-15s  routine\n", "change", "cost",
                   "x", "class: old", "new");
         print_change(m, c, labels);
      }
   }
   if (shown == 0)
      puts(little > 0 ? "\nNothing has changed by a thousandth of the cost."
                      : "\nNothing has changed at equal sizes.");
   print_sizes(m, list, rows, labels);
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
   print_rest(m, list, labels);
   for (int side = 0; side < MATCH_SIDES; side++)
      labels_free(m->models[side], labels[side]);
   if (list->explained > 0)
      printf("\n%zu more changed only because of these; --all shows them.\n",
             list->explained);
}
