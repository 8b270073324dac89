/* Names of routines of Free Pascal: see base/pascal.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/pascal.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

static bool is_letter(char c)
{
   return isupper((unsigned char)c) || isdigit((unsigned char)c) || c == '_';
}

/* Return the length of the separator of two scopes at p, or 0. */
static size_t separator(const char *p)
{
   return strncmp(p, "$_$", 3) == 0 || strncmp(p, "_$_", 3) == 0 ? 3 : 0;
}

/* Write the scopes from p to `end` with dots behind them, and move *to.  Return
   false if they are no scopes. */
static bool put_scopes(char **to, const char *p, const char *end)
{
   while (p < end) {
      if (!isupper((unsigned char)*p) && *p != '_')
         return false;
      while (p < end && is_letter(*p) && !separator(p))
         *(*to)++ = *p++;
      *(*to)++ = '.';
      /* The types of a routine's parameters. */
      while (p < end && !separator(p))
         if (*p != '$' && !isalnum((unsigned char)*p) && *p != '_')
            return false;
         else
            p++;
      if (p < end)
         p += separator(p);
   }
   return p == end;
}

/* Write the name at p, and the types of the parameters in parentheses. */
static bool put_routine(char **to, const char *p)
{
   bool first = true;

   /* `$plus`: an operator. */
   if (!isalpha((unsigned char)*p) && *p != '_' && *p != '$')
      return false;
   do
      *(*to)++ = *p++;
   while (isalnum((unsigned char)*p) || *p == '_');
   /* A function's result follows, as in C++ names it is not shown. */
   for (; p[0] == '$' && p[1] != '$' && p[1]; first = false) {
      *(*to)++ = first ? '(' : ',';
      for (p++; isalnum((unsigned char)*p) || *p == '_'; p++)
         *(*to)++ = *p;
   }
   if (!first)
      *(*to)++ = ')';
   return *p == '\0' || (p[0] == '$' && p[1] == '$');
}

char *pascal_decoded(const char *symbol)
{
   static const char mark[] = "_$$_";
   const char *start = symbol + (strncmp(symbol, "P$", 2) == 0 ? 2 : 0);
   const char *end = NULL;
   char *name, *to;

   for (const char *p = strstr(start, mark); p; p = strstr(p + 1, mark))
      end = p;
   if (end == NULL || end == start)
      return NULL;
   /* All becomes shorter, but `$INT` becomes `(INT)`. */
   name = to = memory_new(strlen(symbol) + 2, 1);
   if (put_scopes(&to, start, end) && put_routine(&to, end + sizeof mark - 1))
      return name;
   free(name);
   return NULL;
}
