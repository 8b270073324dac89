/* Where programs enter the kernel in which their time is.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/prof_kernel.h"
#include "base/memory.h"
#include "base/paths.h"
#include "samples/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Ways in with a smaller part of the kernel's time are added up. */
#define LEAST 0.05
#define MOST_ROWS 8

/* A way into the kernel. */
typedef struct {
   double weight;
   const char *kind, *routine, *image;
} way;

typedef struct {
   way *list;
   size_t count, room;
} ways;

static int compare(const void *p, const void *q)
{
   const way *a = p, *b = q;
   int order;

   if (a->weight != b->weight)
      return a->weight < b->weight ? 1 : -1;
   order = strcmp(a->kind, b->kind);
   return order ? order : strcmp(a->routine, b->routine);
}

static void add_table(ways *w, const samples *s, const sample_table *t,
                      const char *kind)
{
   for (size_t i = 0; i < t->count; i++) {
      w->list = memory_grow(w->list, w->count, &w->room, sizeof *w->list);
      w->list[w->count++] = (way){
         t->rows[i].weight, kind, t->rows[i].routine,
         paths_file_name(table_file(s, &t->rows[i])),
      };
   }
}

static void print_ways(const ways *w, double weight)
{
   double rest = weight;

   puts("Of the time in the kernel, by where it was entered:");
   for (size_t i = 0; i < w->count && i < MOST_ROWS; i++) {
      const way *n = &w->list[i];

      if (n->weight < LEAST * weight)
         break;
      rest -= n->weight;
      printf("%5.0f %%  %s %s (%s)\n", 100 * n->weight / weight, n->kind,
             n->routine, n->image);
   }
   if (rest > 0.005 * weight)
      printf("%5.0f %%  elsewhere\n", 100 * rest / weight);
}

void prof_kernel_print(const samples *s, double weight)
{
   static const struct {
      const char *event, *kind;
   } kinds[] = {
      { SAMPLES_CALLS, "system calls in" },
      { SAMPLES_STOPS, "page faults and other stops of" },
   };
   enum { KINDS = sizeof kinds / sizeof *kinds };
   sample_table tables[KINDS] = { 0 };
   ways w = { NULL, 0, 0 };
   uint32_t event;

   for (size_t i = 0; i < KINDS; i++) {
      if (!samples_kernel_event(s, kinds[i].event, &event))
         continue;
      table_make(&tables[i], s, event, TABLE_ROUTINE);
      add_table(&w, s, &tables[i], kinds[i].kind);
   }
   if (w.count > 0) {
      qsort(w.list, w.count, sizeof *w.list, compare);
      if (weight > 0 && w.list[0].weight >= LEAST * weight)
         print_ways(&w, weight);
   }
   free(w.list);
   for (size_t i = 0; i < KINDS; i++)
      table_free(&tables[i]);
}
