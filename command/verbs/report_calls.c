/* The calls from and to the routines of `aprof report --focus`: see
   verbs/report_calls.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/report_calls.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/wrap.h"
#include "names/labels.h"
#include "source/call_places.h"

#include <stdio.h>
#include <stdlib.h>

/* Calls that are printed, at most. */
enum { CALLS = 12 };

static int compare(const void *a, const void *b)
{
   const model_edge *x = *(const model_edge *const *)a;
   const model_edge *y = *(const model_edge *const *)b;

   if (x->outermost != y->outermost)
      return x->outermost > y->outermost ? -1 : 1;
   return x < y ? -1 : x > y;
}

/* Print "CALLER calls CALLEE 12 times in FILE:LINE."; false: the lines are not
   known. */
static bool print_call(const model *m, const model_edge *e, bool is_first,
                       char **labels)
{
   char *places = call_places_words(m, e->caller, e->callee, " in ");
   const bool known = *places != '\0';

   if (known) {
      char *caller = labels_in_sentence(e->caller, labels);
      char *callee = labels_in_sentence(e->callee, labels);
      char number[NUMBERS_TEXT];
      char *calls = e->calls == 1 ? memory_string("once")
         : e->calls == 2 ? memory_string("twice")
         : memory_format("%s times", numbers_grouped(number, e->calls));
      char *text = memory_format("%s calls %s %s%s.", caller, callee, calls,
                                 places);

      if (is_first)
         puts("\nCalls");
      wrap_print(text, 2);
      free(text);
      free(calls);
      free(callee);
      free(caller);
   }
   free(places);
   return known;
}

void report_calls_print(const model *m, const bool *named, char **labels)
{
   const model_edge **edges = memory_new(m->edge_count + 1, sizeof *edges);
   size_t count = 0, printed = 0;

   for (size_t i = 0; i < m->edge_count; i++)
      if (named[m->edges[i].caller] || named[m->edges[i].callee])
         edges[count++] = &m->edges[i];
   if (count > 0)
      qsort(edges, count, sizeof *edges, compare);
   for (size_t i = 0; i < count && printed < CALLS; i++)
      printed += print_call(m, edges[i], printed == 0, labels);
   free(edges);
}
