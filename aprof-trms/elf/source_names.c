/* The names of routines: see elf/source_names.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "elf/source_names.h"
#include "base/tool_text.h"

SizeT source_names_operator(const HChar *text)
{
   static const HChar word[] = "operator";
   SizeT n = sizeof word - 1;

   if (VG_(strncmp)(text, word, n) != 0)
      return 0;
   if (VG_(strncmp)(text + n, "()", 2) == 0)
      return n + 2;
   while (VG_(strchr)("<>-=!&|+*/%^~,[]", text[n]) != NULL && text[n] != '\0')
      n++;
   return n == sizeof word - 1 ? 0 : n;
}

/* Is the suffix of a clone here?  (A .part or .cold is another part of a
   routine, no copy of it.) */
static Bool is_clone_suffix(const HChar *text)
{
   static const HChar *const suffixes[] = {
      ".isra.", ".constprop.", ".lto_priv."
   };

   for (UInt i = 0; i < sizeof suffixes / sizeof *suffixes; i++)
      if (VG_(strncmp)(text, suffixes[i], VG_(strlen)(suffixes[i])) == 0)
         return True;
   return False;
}

const HChar *source_names_bare(const HChar *symbol, SizeT *length)
{
   const HChar *begin = symbol, *p = symbol;
   Int depth = 0;               /* of <> and () */

   while (*p != '\0') {
      SizeT n = depth == 0 ? source_names_operator(p) : 0;
      if (n > 0) {
         begin = p;
         p += n;
         p += *p == ' ' && p[1] == '<';      /* "operator< <int>" */
         continue;
      }
      if (depth == 0 && (*p == '[' || is_clone_suffix(p)))
         break;
      if (depth == 0 && *p == '(') {
         /* "(anonymous namespace)::f", or the parameters */
         const HChar *close = VG_(strchr)(p, ')');
         if (close == NULL || close[1] != ':')
            break;
         p = close;
      } else if (*p == '<' || *p == '(')
         depth++;
      else if (*p == '>' || *p == ')')
         depth--;
      else if (depth == 0 && (*p == ' ' || (*p == ':' && p[1] == ':'))) {
         p += *p == ':';
         begin = p + 1;
      }
      p++;
   }
   while (p > begin && p[-1] == ' ')
      p--;
   *length = p - begin;
   return begin;
}

/* Does a name, or the bracket of a demangled name, end here, or go on with the
   suffix of another part or a number? */
static Bool is_end_of_part(const HChar *at)
{
   return *at == '\0' || *at == ']' || *at == '.';
}

/* In some languages a dot stands between a module and its routines: M.coldstart
   and M.part.f are routines. */
Bool source_names_is_rest(const HChar *name)
{
   static const HChar extracted[] = ".extracted", clone[] = "] [clone ";
   const SizeT n = sizeof clone - 1;
   const HChar *at, *number;

   for (at = name; (at = VG_(strstr)(at, ".part.")) != NULL; at++)
      if (VG_(isdigit)(at[6]))
         return True;
   for (at = name; (at = VG_(strstr)(at, extracted)) != NULL; at++) {
      number = (SizeT)(at - name) > n && VG_(strncmp)(at - n, clone, n) == 0
               ? at - n : at;
      if (number > name && VG_(isdigit)(number[-1])
          && is_end_of_part(at + sizeof extracted - 1))
         return True;
   }
   return False;
}

Bool source_names_is_part(const HChar *name)
{
   const HChar *at;

   for (at = name; (at = VG_(strstr)(at, ".cold")) != NULL; at++)
      if (is_end_of_part(at + 5))
         return True;
   return source_names_is_rest(name);
}

Bool source_names_same(const HChar *symbol, const HChar *symbol_file,
                       const HChar *name, const HChar *file)
{
   SizeT length;
   const HChar *bare = source_names_bare(symbol, &length);

   return VG_(strlen)(name) == length && VG_(strncmp)(bare, name, length) == 0
          && !source_names_is_part(symbol)
          && VG_STREQ(text_base(symbol_file), text_base(file));
}
