/* Words of a command line for a shell.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/shell_word.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

#define PLAIN                                                       \
   "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789" \
   "_./=:,@%+-"

bool shell_word_is_plain(const char *word)
{
   return *word && word[strspn(word, PLAIN)] == '\0';
}

bool shell_word_are_plain(const char *words)
{
   return *words && words[strspn(words, PLAIN " ")] == '\0';
}

char *shell_word_quote(const char *word)
{
   char *text, *to;

   if (shell_word_is_plain(word))
      return memory_string(word);
   to = text = memory_new(4 * strlen(word) + 3, 1);
   *to++ = '\'';
   for (const char *p = word; *p; p++)
      if (*p == '\'')
         to = stpcpy(to, "'\\''");
      else
         *to++ = *p;
   *to = '\'';
   return text;
}

char *shell_word_add(char *text, const char *word)
{
   char *quoted = shell_word_quote(word);

   memory_append(&text, " %s", quoted);
   free(quoted);
   return text;
}
