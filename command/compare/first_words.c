/* What a report names first, in words: see compare/first_words.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/first_words.h"
#include "assess/suspicion.h"
#include "base/memory.h"

#include <stdlib.h>

/* Return the routine that shows how a suspect grows. */
static size_t shown_by(const ranked *r)
{
   return r->witness != RANKED_NONE ? r->witness : r->assessment->routine;
}

/* Return whether a row says that a routine grows otherwise, or is on one side
   only. */
static bool has_row(const matching *m, const change_list *list, int side,
                    size_t routine)
{
   for (size_t i = 0; i < list->count; i++) {
      const change *c = &list->changes[i];

      if (c->pair == m->pair_of[side][routine] &&
          c->status != CHANGE_CONSTANT && c->status != CHANGE_INPUT &&
          (!c->explained || c->status == CHANGE_CLASS))
         return true;
   }
   return false;
}

char *first_words(const matching *m, const change_list *list, int side,
                  const ranked *first, char *(*name)(size_t, void *),
                  void *data)
{
   char buffer[DESCRIBE_CLASS_SIZE], *suspect, *shown, *text;
   const char *phrase;
   assessment a;

   if (first == NULL || has_row(m, list, side, shown_by(first)))
      return NULL;
   assess_routine(&a, m->models[side], shown_by(first));
   phrase = suspicion_class(buffer, assess_verdict(&a), false);
   suspect = name(first->assessment->routine, data);
   shown = name(shown_by(first), data);
   text = first->witness == RANKED_NONE
      ? memory_format("The report looks first at %s, which is %s.", suspect,
                      phrase)
      : memory_format("The report looks first at %s, which does the work of %s, "
                      "which is %s.", suspect, shown, phrase);
   free(shown);
   free(suspect);
   assess_clear(&a);
   return text;
}
