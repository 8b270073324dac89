/* What is read again and again in only one of two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/diff_rereads.h"
#include "assess/rereads.h"
#include "base/memory.h"
#include "cli/wrap.h"
#include "compare/reread_changes.h"
#include "names/shorten.h"

#include <stdio.h>
#include <stdlib.h>

#define NAME_WIDTH 60

void diff_rereads_print(const matching *m, char **const labels[MATCH_SIDES])
{
   reread_changes changes;

   reread_changes_find(m, NULL, &changes);
   for (int side = 0; side < MATCH_SIDES; side++)
      for (size_t i = 0; i < changes.counts[side]; i++) {
         const ranked *r = changes.found[side][i];
         char *name = shorten_name(labels[side][r->assessment->routine],
                                   NAME_WIDTH);
         char *what = rereads_words(r, labels[side]);
         char *sentence = memory_format("%s %s.", name, what);

         if (i == 0)
            printf("\n%s\n", reread_changes_headings[side]);
         wrap_print(sentence, 3);
         free(sentence);
         free(what);
         free(name);
      }
   reread_changes_free(&changes);
}
