/* What is read again and again, or grows steeply, in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_rereads.h"
#include "advice/often_called.h"
#include "assess/reread_words.h"
#include "base/memory.h"
#include "cli/wrap.h"
#include "compare/first_words.h"
#include "compare/reread_changes.h"
#include "names/labels.h"

#include <stdio.h>
#include <stdlib.h>

/* Print the calls of one side alone whose number may grow.  headed: the heading
   is there. */
static void print_often(const matching *m, int side, bool headed,
                        const reread_changes *changes, char **labels)
{
   for (size_t i = 0; i < changes->often_counts[side]; i++) {
      char *text = often_called_describe(
         m->models[side], &changes->often[side][i], labels_in_sentence, labels);

      if (i == 0 && !headed)
         printf("\n%s\n", reread_changes_headings[side]);
      if (i == 0)
         wrap_print(OFTEN_CALLED_HEADING, 3);
      wrap_print(text, 5);
      free(text);
   }
}

void diff_rereads_print(const matching *m, const change_list *list,
                        char **const labels[MATCH_SIDES])
{
   reread_changes changes;

   reread_changes_find(m, NULL, &changes);
   for (int side = 0; side < MATCH_SIDES; side++) {
      char *first = first_words(m, list, side, changes.first[side],
                                labels_in_sentence, labels[side]);
      bool headed = first != NULL;

      if (first) {
         printf("\n%s\n", reread_changes_headings[side]);
         wrap_print(first, 3);
      }
      free(first);
      for (size_t i = 0; i < changes.counts[side]; i++) {
         const ranked *r = changes.found[side][i];
         char *name = labels_in_sentence(r->assessment->routine,
                                         labels[side]);
         char *what = reread_words(r, labels[side]);
         char *sentence = memory_format("%s %s.", name, what);

         if (!headed)
            printf("\n%s\n", reread_changes_headings[side]);
         headed = true;
         wrap_print(sentence, 3);
         free(sentence);
         free(what);
         free(name);
      }
      print_often(m, side, headed, &changes, labels[side]);
   }
   reread_changes_free(&changes);
}
