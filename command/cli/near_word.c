/* The verb or option that is nearest to a mistyped one: see near_word.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cli/near_word.h"
#include "base/memory.h"
#include "text/edits.h"

#include <string.h>

/* A word of which so many bytes are typed is begun, whatever is missing. */
enum { BEGUN = 2 };

void near_word_offer(near_word *n, const char *dashes, const char *word)
{
   const size_t length = strlen(n->typed);
   size_t d = 0;

   if (length < BEGUN || strncmp(word, n->typed, length) != 0) {
      d = edits_between(n->typed, word);
      if (d > 0 && !edits_are_few(d, length))
         return;
   }
   if (n->nearest && n->distance <= d)
      return;
   n->dashes = dashes;
   n->nearest = word;
   n->distance = d;
}

char *near_word_hint(const near_word *n)
{
   return n->nearest ? memory_format("; did you mean %s%s? See ", n->dashes,
                                     n->nearest)
                     : memory_string("; see ");
}
