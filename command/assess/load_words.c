/* Which callee carries the cost of a suspect: see assess/load_words.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/load_words.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "source/call_places.h"

#include <stdio.h>
#include <stdlib.h>

char *load_words(const ranked *r, char *(*name)(size_t, void *), void *data)
{
   const ranked_load *l = &r->load;
   char percent[NUMBERS_TEXT], calls[NUMBERS_TEXT];
   char name_of_class[GROWTH_NAME_SIZE] = "";
   char *callee, *below, *places, *text;
   const verdict *v;
   prof_sum cost;
   worker w;

   if (l->callee == NULL)
      return NULL;
   v = assess_verdict(l->callee);
   if (v->growth.kind != GROWTH_UNDECIDED && v->confidence >= VERDICT_LIKELY)
      growth_name(name_of_class, v->growth);
   callee = name(l->callee->routine, data);
   snprintf(percent, sizeof percent, "%.0f", 100 * l->part);
   w = worker_of_calls(r->assessment->m, r->assessment->routine,
                       l->callee->routine, &cost);
   below = worker_words(&w, cost, name, data);
   places = call_places_words(r->assessment->m, r->assessment->routine,
                              l->callee->routine, " in ");
   text = memory_format("%s %% of that is %s,%s%s%s called %s times%s%s",
                        percent, callee, *name_of_class ? " " : "",
                        name_of_class, *name_of_class ? "," : "",
                        numbers_grouped(calls, l->calls), places, below);
   free(places);
   free(below);
   free(callee);
   return text;
}
