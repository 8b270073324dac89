/* Words of a command line for a shell.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_SHELL_WORD_H
#define APROF_BASE_SHELL_WORD_H

#include <stdbool.h>

/* Return whether a shell reads a word as it is. */
bool shell_word_is_plain(const char *word);

/* The same of words with blanks between them. */
bool shell_word_are_plain(const char *words);

/* Return a word as a shell reads it, in quotes where it needs them; the caller
   frees it. */
char *shell_word_quote(const char *word);

/* Add a blank and a word to a command line, quoted likewise.  Frees the text,
   and returns a new one, which the caller frees. */
char *shell_word_add(char *text, const char *word);

#endif
