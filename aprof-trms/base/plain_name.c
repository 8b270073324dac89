/* Demangled names without what surrounds the name.

   No function of a library is called: the file is compiled into the tool, and
   into a host test.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/plain_name.h"

static bool is_word(char c)
{
   return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z')
          || (c >= '0' && c <= '9') || c == '_' || c == '$' || (c & 0x80);
}

/* Does a text begin with `word`?  Return the length of the word, or 0. */
static size_t begins(const char *text, const char *word)
{
   size_t n = 0;

   while (word[n] != '\0' && text[n] == word[n])
      n++;
   return word[n] == '\0' ? n : 0;
}

static bool is_one_of(char c, const char *set)
{
   while (*set != '\0' && *set != c)
      set++;
   return c != '\0' && *set == c;
}

/* Return the length of the name of an operator at `p`, 0: there is none.
   `before`: the byte before `p`. */
static size_t operator_length(const char *p, char before)
{
   /* Symbols that look like brackets; the longest come first. */
   static const char *const brackets[] = {
      "<=>", "<<=", ">>=", "->*", "<<", ">>", "<=", ">=", "->", "<", ">", "()",
      "[]"
   };
   size_t n = begins(p, "operator");

   if (n == 0 || is_word(before) || is_word(p[n]))
      return 0;
   for (size_t i = 0; i < sizeof brackets / sizeof *brackets; i++)
      if (begins(p + n, brackets[i]) != 0)
         return n + begins(p + n, brackets[i]);
   if (p[n] != ' ' && p[n] != '"') {
      while (is_one_of(p[n], "=+-*/%&|^~!,"))
         n++;
      return n;
   }
   /* operator new[], a conversion, a literal: up to the parameters. */
   while (p[n] != '\0' && p[n] != '(')
      n++;
   return n;
}

/* Return the place behind the bracket at `p`, and behind what it holds. */
static const char *after_bracket(const char *p)
{
   size_t open = 0;
   char before = '\0';

   do {
      const size_t operator = operator_length(p, before);

      if (operator > 0)
         p += operator - 1;
      else if (is_one_of(*p, "(<[{"))
         open++;
      else if (is_one_of(*p, ")>]}") && before != '-')
         open--;
      before = *p++;
   } while (open > 0 && *p != '\0');
   return p;
}

/* Return the place behind a qualifier behind parameters, which begins with the
   blank at `p`; NULL: there is none. */
static const char *after_qualifier(const char *p)
{
   static const char *const qualifiers[] = {
      " const", " volatile", " &&", " &", " noexcept"
   };

   for (size_t i = 0; i < sizeof qualifiers / sizeof *qualifiers; i++) {
      const size_t n = begins(p, qualifiers[i]);
      if (n > 0 && !is_word(p[n]))
         return p + n;
   }
   return NULL;
}

/* Write the type of the receiver of a method of Go, whose bracket is at `p`, up to
   `end`: `(*T[int])`. */
static char *copy_receiver(char *to, const char *p, const char *end)
{
   for (p += 2; p < end && !is_one_of(*p, "[)"); p++)
      *to++ = *p;
   return to;
}

/* Does the bracket at `p` belong to the name?  first: it begins the name, or a
   part of it. */
static bool is_of_name(const char *p, char before, bool first, bool arguments)
{
   switch (*p) {
   case '<':
      return arguments || first;
   case '(':
      return first || before == '.'      /* Go: package.(*T).method */
             || begins(p, "(anonymous namespace)") != 0;
   case '[':
      return arguments || first;
   default:
      return true;
   }
}

void plain_name_get(char *plain, const char *name, bool arguments)
{
   const char *p = name;
   char *to = plain, before = '\0';

   while (*p != '\0' && begins(p, " [clone ") == 0) {
      const bool first = to == plain || (to[-1] == ':' && *p == '<');
      const size_t operator = operator_length(p, before);
      const char *next = p + 1, *qualifier;
      bool copied = true;

      if (operator > 0)
         next = p + operator;
      else if (to == plain && *p == '(' && is_one_of(p[1], "*&"))
         /* A pointer to a function, or to an array, is the type: the name
            stands in the bracket. */
         copied = false, next = p + 2;
      else if (!arguments && before == '.' && begins(p, "(*") != 0) {
         next = after_bracket(p);
         to = copy_receiver(to, p, next);
         copied = false;
      } else if (is_one_of(*p, "(<[{")) {
         next = after_bracket(p);
         copied = is_of_name(p, before, first, arguments);
      } else if (*p == ')')
         break;      /* of that type */
      else if (*p == ' ') {
         copied = false;
         qualifier = after_qualifier(p);
         if (qualifier != NULL)
            next = qualifier;
         else if (p[1] != '<')      /* not of `operator< <int>` */
            to = plain;             /* it was a type */
      }
      before = next[-1];
      while (copied && p < next)
         *to++ = *p++;
      p = next;
   }
   *to = '\0';
}

/* Return the bracket that closes the one at the beginning of the name of such a
   method; NULL: it is none.  *as: the place of ` as `, or that bracket. */
static const char *implementation_end(const char *name, const char **as)
{
   const char *end;

   if (*name != '<')
      return NULL;
   end = after_bracket(name) - 1;
   if (begins(end, ">::") == 0)
      return NULL;
   for (*as = name + 1; *as < end && begins(*as, " as ") == 0; )
      *as = is_one_of(**as, "(<[{") ? after_bracket(*as) : *as + 1;
   return end;
}

static void copy_method(char *to, const char *type, const char *end,
                        const char *rest)
{
   while (type < end)
      *to++ = *type++;
   while (*rest != '\0')
      *to++ = *rest++;
   *to = '\0';
}

bool plain_name_of_type(char *to, const char *name)
{
   const char *as, *end = implementation_end(name, &as);

   if (end == NULL)
      return false;
   copy_method(to, name + 1, as, end + 1);
   return true;
}

bool plain_name_of_trait(char *to, const char *name)
{
   const char *as, *end = implementation_end(name, &as);

   if (end == NULL || as >= end)
      return false;
   copy_method(to, as + 4, end, end + 1);
   return true;
}

bool plain_name_cut_tags(char *name)
{
   char *to = name;
   bool found = false;

   for (const char *p = name; *p != '\0'; )
      if (begins(p, "[abi:") != 0) {
         p = after_bracket(p);
         found = true;
      } else
         *to++ = *p++;
   *to = '\0';
   return found;
}

/* Is the suffix at `p`, and at the end or before another one or a number? */
static bool is_suffix(const char *p, const char *suffix)
{
   const size_t n = begins(p, suffix);

   return n > 0 && (p[n] == '\0' || p[n] == '.');
}

bool plain_name_cut_clone(char *name)
{
   static const char *const suffixes[] = {
      ".constprop", ".isra", ".part", ".cold", ".lto_priv", ".llvm"
   };

   for (char *p = name; *p != '\0'; p++)
      for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
         if (p > name && is_suffix(p, suffixes[i])) {
            *p = '\0';
            return true;
         }
   return false;
}

bool plain_name_holds_bracket(const char *pattern)
{
   while (*pattern != '\0' && !is_one_of(*pattern, "(<[{"))
      pattern++;
   return *pattern != '\0';
}
