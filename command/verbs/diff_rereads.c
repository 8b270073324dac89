/* What is read again and again in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_rereads.h"
#include "assess/order.h"
#include "base/memory.h"
#include "cli/wrap.h"
#include "names/shorten.h"
#include "verbs/report_sentences.h"

#include <stdio.h>
#include <stdlib.h>

#define NAME_WIDTH 60

/* Sentences of one side, at most, as in the report. */
enum { SENTENCES = 3 };

static bool is_found(const ranked *r)
{
   return ranked_is_suspect(r) && r->by_reread;
}

/* Return for each pair whether one side has a routine that does so, suspect or
   not. */
static bool *mark(const matching *m, int side, const order_ranking *ranking)
{
   bool *marks = memory_new(m->count + 1, sizeof *marks);

   for (size_t i = 0; i < ranking->count; i++) {
      const ranked *r = &ranking->list[i];
      const size_t pair = m->pair_of[side][r->assessment->routine];

      if (pair != SIZE_MAX && (r->reread.callee != RANKED_NONE ||
                               r->turns.entries > 0))
         marks[pair] = true;
   }
   return marks;
}

static void print_side(const matching *m, int side, const char *heading,
                       const order_ranking *ranking, const bool *other,
                       char **labels)
{
   size_t printed = 0;

   for (size_t i = 0; i < ranking->count && printed < SENTENCES; i++) {
      const ranked *r = &ranking->list[i];
      const size_t routine = r->assessment->routine;
      char *name, *what, *sentence;

      if (!is_found(r) || m->pair_of[side][routine] == SIZE_MAX ||
          other[m->pair_of[side][routine]])
         continue;
      if (printed++ == 0)
         printf("\n%s\n", heading);
      name = shorten_name(labels[routine], NAME_WIDTH);
      what = report_sentences_reread(r, labels);
      sentence = memory_format("%s %s.", name, what);
      wrap_print(sentence, 3);
      free(sentence);
      free(what);
      free(name);
   }
}

void diff_rereads_print(const matching *m, char **const labels[MATCH_SIDES])
{
   static const char *const headings[MATCH_SIDES] = {
      [MATCH_OLD] = "No longer so:", [MATCH_NEW] = "Not so before:",
   };
   order_ranking rankings[MATCH_SIDES];
   bool *marks[MATCH_SIDES];

   for (int side = 0; side < MATCH_SIDES; side++) {
      rankings[side] = order_routines(m->models[side], false, false, false);
      marks[side] = mark(m, side, &rankings[side]);
   }
   for (int side = 0; side < MATCH_SIDES; side++)
      print_side(m, side, headings[side], &rankings[side], marks[!side],
                 labels[side]);
   for (int side = 0; side < MATCH_SIDES; side++) {
      free(marks[side]);
      order_free(&rankings[side]);
   }
}
