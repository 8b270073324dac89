/* Texts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_TEXT_H
#define APROF_BASE_TEXT_H

#include <stdbool.h>
#include <string.h>

static inline bool text_begins(const char *text, const char *start)
{
   return strncmp(text, start, strlen(start)) == 0;
}

/* Return the article of a word. */
static inline const char *text_article(const char *word)
{
   return strchr("aeiou", word[0]) ? "an" : "a";
}

/* Return what stands before the i-th of `count` parts: "a, b and c". */
static inline const char *text_before(size_t i, size_t count)
{
   return i == 0 ? "" : i + 1 < count ? ", " : " and ";
}

#endif
