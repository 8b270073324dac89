/* Names and places in the sentences of a report: see verbs/telling.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/telling.h"
#include "assess/own_code.h"
#include "assess/worker.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "names/distinct.h"
#include "names/labels.h"
#include "names/shorten.h"

#include <stdlib.h>
#include <string.h>

void telling_begin(telling *t, const model *m, const report_list *l,
                   char **labels)
{
   const size_t n = m->routine_count;

   *t = (telling){ m, l, memory_new(n, sizeof *t->labels),
                   memory_new(n, sizeof *t->mentioned), NULL,
                   memory_new(n, sizeof *t->placed),
                   memory_new(n, sizeof *t->told) };
   if (n > 0)
      memcpy(t->labels, labels, n * sizeof *labels);
}

void telling_end(telling *t)
{
   if (t->apart)
      memory_free_strings(t->apart, t->m->routine_count);
   free(t->told);
   free(t->placed);
   free(t->mentioned);
   free(t->labels);
}

char *telling_row_name(const telling *t, const report_row *row)
{
   const assessment *a = row->rank->assessment;
   char *const *context = a->m->routines[a->routine].context;
   const char *apart = context && t->apart ? t->apart[a->routine] : NULL;
   char *name = apart ? memory_string(apart)
                : context ? shorten_context(context, TELLING_NAME_WIDTH)
                : shorten_name(t->labels[a->routine], TELLING_NAME_WIDTH);
   char number[NUMBERS_TEXT], *both;

   if (a->thread == MODEL_ALL_THREADS)
      return name;
   both = memory_format("%s (thread %s)", name,
                        cell_format(number, &row->cells[REPORT_THREAD]));
   free(name);
   return both;
}

char *telling_row_subject(const telling *t, const report_row *row)
{
   return own_code_subject(telling_row_name(t, row), t->m,
                           row->rank->assessment->routine, labels_in_sentence,
                           t->labels);
}

void telling_mention_routine(telling *t, size_t routine)
{
   if (routine != RANKED_NONE)
      t->mentioned[routine] = t->labels[routine];
}

void telling_mention(telling *t, const report_row *row)
{
   telling_mention_routine(t, row->rank->assessment->routine);
   telling_mention_routine(t, row->rank->carrier);
   telling_mention_routine(t, row->rank->reread.callee);
   telling_mention_routine(t, row->rank->also.callee);
}

void telling_mention_hints(telling *t)
{
   const hints *h = t->l->hints;

   for (size_t i = 0; i < t->l->count; i++)
      if (t->l->order[i]->rank->turns.steady)
         telling_mention(t, t->l->order[i]);
   for (size_t i = 0; i < h->count; i++) {
      telling_mention_routine(t, h->calls[i].caller);
      telling_mention_routine(t, h->calls[i].callee);
      telling_mention_routine(t, worker_or(h->calls[i].work, h->calls[i].callee));
   }
   for (size_t i = 0; i < h->excess.count; i++)
      telling_mention_routine(t, h->excess.parts[i].routine);
}

void telling_apart(telling *t)
{
   const size_t count = t->m->routine_count;
   char *const **contexts = memory_new(count + 1, sizeof *contexts);

   for (size_t i = 0; i < count; i++)
      contexts[i] = t->m->routines[i].context;
   t->apart = distinct_names(t->mentioned, contexts, count, TELLING_NAME_WIDTH);
   free(contexts);
   for (size_t i = 0; i < count; i++) {
      char *name;

      if (t->apart[i] == NULL || t->m->routines[i].context)
         continue;
      name = shorten_name(t->labels[i], TELLING_NAME_WIDTH);
      if (strcmp(name, t->apart[i]) != 0)
         t->labels[i] = t->apart[i];
      free(name);
   }
}

bool telling_first_place(telling *t, size_t routine)
{
   const bool is_first = !t->placed[routine];

   t->placed[routine] = true;
   return is_first;
}
