/* Demangled names: their brackets, and the name without its surroundings.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/demangled.h"
#include "base/memory.h"
#include "base/paths.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

/* --- brackets --- */

static bool is_word(char c)
{
   return isalnum((unsigned char)c) || c == '_' || c == '$' || (c & 0x80);
}

/* Return whether the word `operator` is at i. */
static bool is_operator(const char *name, size_t i)
{
   return strncmp(name + i, "operator", 8) == 0 &&
          (i == 0 || !is_word(name[i - 1])) && !is_word(name[i + 8]);
}

/* Return the length of the symbol of an operator at p, if it looks like
   brackets; the longest symbol comes first. */
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

/* The brackets that are open at a place of a name. */
typedef struct {
   size_t *at, count;
   size_t of[128];   /* of each kind of opening bracket */
} open_brackets;

/* Close at i the last open bracket of its kind.  A bracket that was opened
   within that and not closed is none: `((1)<(2))`. */
static void close_bracket(demangled *b, size_t i, char opening,
                          open_brackets *open)
{
   size_t last;

   if (open->of[(int)opening] == 0)
      return;
   /* `((2)>(1))` and `fn() -> ()` close nothing. */
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

void demangled_parse(demangled *b, const char *name)
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

void demangled_free(demangled *b)
{
   free(b->partner);
   b->partner = NULL;
}

bool demangled_opens(const demangled *b, size_t i)
{
   return b->partner[i] > i;
}

static bool closes(const demangled *b, size_t i)
{
   return b->partner[i] < i;
}

/* Return the place after the name of the operator at i.  A conversion's name is
   its type, up to the parameters. */
static size_t after_operator(const demangled *b, size_t i)
{
   const size_t symbol = symbol_length(b->name + i + 8);

   i += 8 + symbol;
   /* `operator< <int>`: a blank separates its arguments. */
   if (symbol > 0)
      return b->name[i] == ' ' && b->name[i + 1] == '<' ? i + 1 : i;
   if (b->name[i] == ' ' || b->name[i] == '"')
      while (b->name[i] && !(b->name[i] == '(' && demangled_opens(b, i)))
         i = demangled_opens(b, i) ? b->partner[i] + 1 : i + 1;
   return i;
}

size_t demangled_after(const demangled *b, size_t i)
{
   if (demangled_opens(b, i))
      return b->partner[i] + 1;
   return is_operator(b->name, i) ? after_operator(b, i) : i + 1;
}

/* --- the name without its surroundings --- */

size_t demangled_unmarked(const char *name)
{
   size_t length = strlen(name);

   while (length > 0 && name[length - 1] == ']') {
      size_t i = length;

      while (i > 0 && name[i - 1] != '[')
         i--;
      if (i < 2 || strncmp(name + i - 1, "[clone ", 7) != 0 ||
          name[i - 2] != ' ')
         break;
      length = i - 2;
   }
   return length;
}

static const char *const qualifiers[] = {
   " const", " volatile", " &", " &&", " noexcept",
};
#define QUALIFIERS (sizeof qualifiers / sizeof *qualifiers)

bool demangled_is_qualifier(const char *p)
{
   for (size_t q = 0; q < QUALIFIERS; q++) {
      const size_t n = strlen(qualifiers[q]);

      /* A part of a name may follow: `f(int) const::{lambda()#1}`. */
      if (strncmp(p, qualifiers[q], n) == 0 && strchr(" :.", p[n]))
         return true;
   }
   return false;
}

/* Return the length of a name without qualifiers at its end. */
static size_t unqualified(const char *name, size_t length)
{
   bool again;

   do {
      again = false;
      for (size_t q = 0; q < QUALIFIERS; q++) {
         if (paths_ends_with(name, length, qualifiers[q])) {
            length -= strlen(qualifiers[q]);
            again = true;
         }
      }
   } while (again);
   return length;
}

/* Return the place after the `*` or `&` at i, with the class whose members they
   point at; 0 if there are none. */
static size_t after_pointers(const demangled *b, size_t i, size_t end)
{
   const char *name = b->name;
   const size_t first = i;

   while (i < end && !strchr("*& (", name[i]))
      i = demangled_after(b, i);
   if (i > first && name[i - 1] != ':')
      return 0;
   while (i < end && strchr("*&", name[i]))
      i++;
   return i < end ? i : 0;
}

/* A routine that returns a pointer to a function, or a reference to an array,
   is written, with its parameters, within that type: `void
   (*f<int>(int))(char)`.  Make *start and *length those of `f<int>(int)`;
   return false if there is no such type. */
static bool take_declared(const demangled *b, size_t *start, size_t *length)
{
   const char *name = b->name;
   size_t end = *length, inner;

   while (end > *start && name[end - 1] == ']' && closes(b, end - 1))
      end = b->partner[end - 1];
   if (end == *length && end > *start && name[end - 1] == ')' &&
       closes(b, end - 1))
      end = b->partner[end - 1];
   else if (end < *length && end > *start && name[end - 1] == ' ')
      end--;
   if (end == *length || end <= *start || name[end - 1] != ')' ||
       !closes(b, end - 1))
      return false;
   inner = after_pointers(b, b->partner[end - 1] + 1, end - 1);
   if (inner == 0)
      return false;
   *start = inner;
   *length = unqualified(name, end - 1);
   return true;
}

char *demangled_bare(const char *name)
{
   const size_t marks = demangled_unmarked(name);
   size_t start = 0, length = unqualified(name, marks);
   demangled b;
   char *bare;

   demangled_parse(&b, name);
   while (take_declared(&b, &start, &length))
      ;
   /* `(below main)` and `x::operator()` have no parameters. */
   if (length > 0 && name[length - 1] == ')' &&
       closes(&b, length - 1) && b.partner[length - 1] > start)
      length = b.partner[length - 1];
   else if (start == 0)
      length = marks;
   bare = memory_format("%.*s%s", (int)(length - start), name + start,
                        name + marks);
   demangled_free(&b);
   return bare;
}

void demangled_remove_tags(char *name)
{
   static const char tag[] = "[abi:";

   for (char *at = strstr(name, tag); at; at = strstr(at, tag)) {
      const char *end = strchr(at, ']');

      if (end == NULL)
         break;
      memmove(at, end + 1, strlen(end + 1) + 1);
   }
}

char *demangled_last(const char *name)
{
   char *bare = demangled_bare(name);
   demangled brackets;
   size_t start = 0, length;

   demangled_parse(&brackets, bare);
   for (size_t i = 0; bare[i]; i = demangled_after(&brackets, i))
      if (strncmp(bare + i, "::", 2) == 0)
         start = i + 2;
   demangled_free(&brackets);
   length = strlen(bare + start);
   memmove(bare, bare + start, length + 1);
   demangled_remove_tags(bare);
   return bare;
}
