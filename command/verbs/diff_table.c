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

static void print_change(const matching *m, const change *c, char **labels[])
{
   int side;
   const size_t routine = diff_table_routine(m, c, &side);
   char *name =
      shorten_name(labels[side][routine], rows_terminal_width() - LEFT);
   char old[GROWTH_NAME_SIZE], new[GROWTH_NAME_SIZE], number[NUMBERS_TEXT];
   char cost[NUMBERS_TEXT + 1] = "", ratio[NUMBERS_TEXT] = "";

   if (fabs(c->cost) < 0x1p127)
      snprintf(cost, sizeof cost, "%c%s", c->cost < 0 ? '-' : '+',
               numbers_short(number, (prof_sum)fabs(c->cost)));
   if (c->ratio > 0)
      snprintf(ratio, sizeof ratio, "%.3g", c->ratio);
   printf("%-8s %6s %8s  %-15s%-15s  %s\n", changes_status_names[c->status],
          cost, ratio, class_of(c->verdicts[MATCH_OLD], old),
          class_of(c->verdicts[MATCH_NEW], new), name);
   free(name);
}

/* Return whether the two numbers of a row contradict each other. */
static bool is_contradictory(const change *c)
{
   return c->sizes != CHANGE_SAME && (c->cost > 0) != (c->ratio > 1);
}

/* Print why the numbers of rows contradict each other. */
static void print_sizes(const matching *m, const change_list *list,
                        char **labels[])
{
   bool any = false;

   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];
      const bool larger = c->sizes == CHANGE_LARGER;
      int side;
      const size_t routine = diff_table_routine(m, c, &side);
      char *name;

      if (!is_contradictory(c))
         continue;
      name = shorten_name(labels[side][routine], rows_terminal_width() - LEFT);
      printf("%s%s: %s at equal sizes (x), %s in all: %s inputs.\n",
             any ? "" : "\n", name, larger ? "less" : "more",
             larger ? "more" : "less", larger ? "larger" : "smaller");
      free(name);
      any = true;
   }
}

void diff_table_print(const matching *m, const change_list *list)
{
   char **labels[MATCH_SIDES];

   print_cost("Old", m->models[MATCH_OLD]);
   print_cost("New", m->models[MATCH_NEW]);
   if (list->count == 0) {
      puts("\nNothing has changed.");
      return;
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      labels[side] = labels_new(m->models[side]);
   printf("\n%-8s %6s %8s  %-15s%-15s  routine\n", "change", "cost", "x",
          "class: old", "new");
   for (size_t i = 0; i < list->count; i++)
      print_change(m, &list->changes[i], labels);
   print_sizes(m, list, labels);
   for (int side = 0; side < MATCH_SIDES; side++)
      labels_free(m->models[side], labels[side]);
   if (list->explained > 0)
      printf("\n%zu more changed only because of these; --all shows them.\n",
             list->explained);
}
