/* What is read again and again, or grows steeply, in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_rereads.h"
#include "advice/often_called.h"
#include "assess/reread_words.h"
#include "assess/suspicion.h"
#include "base/memory.h"
#include "cli/wrap.h"
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

/* Return the routine that shows how a suspect grows. */
static size_t shown_by(const ranked *r)
{
   return r->witness != RANKED_NONE ? r->witness : r->assessment->routine;
}

/* Return whether a row of the table says that this routine grows otherwise, or
   is on one side only. */
static bool has_row(const matching *m, const change_list *list, int side,
                    size_t routine)
{
   for (size_t i = 0; i < list->count; i++)
      if (list->changes[i].pair == m->pair_of[side][routine] &&
          list->changes[i].status != CHANGE_CONSTANT &&
          list->changes[i].status != CHANGE_INPUT)
         return true;
   return false;
}

/* Print what report names first on one side alone, for how it grows, if no row
   says so; return whether there is something. */
static bool print_first(const matching *m, const change_list *list, int side,
                        const ranked *r, char **labels)
{
   char buffer[DESCRIBE_CLASS_SIZE], *name, *shown, *text;
   const char *phrase;
   assessment a;

   if (r == NULL || has_row(m, list, side, shown_by(r)))
      return false;
   assess_routine(&a, m->models[side], shown_by(r));
   phrase = suspicion_class(buffer, assess_verdict(&a), false);
   name = labels_in_sentence(r->assessment->routine, labels);
   shown = labels_in_sentence(shown_by(r), labels);
   text = r->witness == RANKED_NONE
      ? memory_format("The report looks first at %s, which is %s.", name,
                      phrase)
      : memory_format("The report looks first at %s, which does the work of %s, "
                      "which is %s.", name, shown, phrase);
   printf("\n%s\n", reread_changes_headings[side]);
   wrap_print(text, 3);
   free(text);
   free(shown);
   free(name);
   assess_clear(&a);
   return true;
}

void diff_rereads_print(const matching *m, const change_list *list,
                        char **const labels[MATCH_SIDES])
{
   reread_changes changes;

   reread_changes_find(m, NULL, &changes);
   for (int side = 0; side < MATCH_SIDES; side++) {
      bool headed = print_first(m, list, side, changes.first[side],
                                labels[side]);

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
