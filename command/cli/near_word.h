/* The verb or option that is nearest to a mistyped one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_NEAR_WORD_H
#define APROF_CLI_NEAR_WORD_H

#include <stddef.h>

/* A search: set `typed`, without dashes, and offer every word.  Then `nearest`
   is the nearest one, of several the first; NULL: none is near. */
typedef struct {
   const char *typed;
   const char *dashes, *nearest;
   size_t distance;
} near_word;

void near_word_offer(near_word *n, const char *dashes, const char *word);

/* Return "; did you mean WORD? See ", or "; see " if none is near; the caller
   frees it. */
char *near_word_hint(const near_word *n);

#endif
