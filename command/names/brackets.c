/* Brackets in demangled names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/brackets.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool is_word(char c)
{
   return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Does the word stand at i, and is it a whole one? */
static bool is_operator(const char *name, size_t i)
{
   return strncmp(name + i, "operator", 8) == 0 &&
          (i == 0 || !is_word(name[i - 1])) && !is_word(name[i + 8]);
}

/* How long what stands behind `operator` is, of all that looks like brackets:
   the longest comes first. */
static size_t symbol_length(const char *p)
{
   static const char *const symbols[] = {
      "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">",
      "()", "[]",
   };

   for (size_t i = 0; i < sizeof symbols / sizeof *symbols; i++)
      if (strncmp(p, symbols[i], strlen(symbols[i])) == 0)
         return strlen(symbols[i]);
   return 0;
}

/* What is open at a place of a name. */
typedef struct {
   size_t *at, count;
   size_t of[128];   /* how many of each opening bracket */
} open_brackets;

/* Closes at i the last open bracket of its kind.  What has been opened in that
   and not closed is no bracket: `((1)<(2))`. */
static void close_bracket(brackets *b, size_t i, char opening,
                          open_brackets *open)
{
   size_t last;

   if (open->of[(int)opening] == 0)
      return;
   /* As `((2)>(1))` and `fn() -> ()` close nothing. */
   if (opening == '<' && (b->name[open->at[open->count - 1]] != '<' ||
                          b->name[i - 1] == '-'))
      return;
   do {
      last = open->at[--open->count];
      open->of[(int)b->name[last]]--;
   } while (b->name[last] != opening);
   b->partner[i] = last;
   b->partner[last] = i;
}

void brackets_read(brackets *b, const char *name)
{
   static const char opening[] = "(<[{", closing[] = ")>]}";
   const size_t length = strlen(name);
   open_brackets open = { memory_new(length + 1, sizeof *open.at), 0, { 0 } };

   b->name = name;
   b->partner = memory_new(length + 1, sizeof *b->partner);
   for (size_t i = 0; i <= length; i++)
      b->partner[i] = i;
   for (size_t i = 0; i < length; i++) {
      const char *kind;

      if (is_operator(name, i)) {
         i += 7 + symbol_length(name + i + 8);
      } else if (strchr(opening, name[i])) {
         open.at[open.count++] = i;
         open.of[(int)name[i]]++;
      } else if ((kind = strchr(closing, name[i])) != NULL) {
         close_bracket(b, i, opening[kind - closing], &open);
      }
   }
   free(open.at);
}

void brackets_free(brackets *b)
{
   free(b->partner);
   b->partner = NULL;
}

bool brackets_opens(const brackets *b, size_t i)
{
   return b->partner[i] > i;
}

bool brackets_closes(const brackets *b, size_t i)
{
   return b->partner[i] < i;
}

/* The place after the name of the operator at i.  A conversion is called as its
   type is, up to the parameters. */
static size_t after_operator(const brackets *b, size_t i)
{
   const size_t symbol = symbol_length(b->name + i + 8);

   i += 8 + symbol;
   /* `operator< <int>`: its arguments are set off by a blank. */
   if (symbol > 0)
      return b->name[i] == ' ' && b->name[i + 1] == '<' ? i + 1 : i;
   if (b->name[i] == ' ' || b->name[i] == '"')
      while (b->name[i] && !(b->name[i] == '(' && brackets_opens(b, i)))
         i = brackets_opens(b, i) ? b->partner[i] + 1 : i + 1;
   return i;
}

size_t brackets_after(const brackets *b, size_t i)
{
   if (brackets_opens(b, i))
      return b->partner[i] + 1;
   return is_operator(b->name, i) ? after_operator(b, i) : i + 1;
}
