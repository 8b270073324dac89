/* Symbols' names in their source: see base/languages.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/languages.h"
#include "base/haskell.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBIBERTY
#include <libiberty/demangle.h>
#else
/* Without libiberty, names of D and Rust stay as they are. */
static char *dlang_demangle(const char *symbol, int options)
{
   (void)symbol;
   (void)options;
   return NULL;
}
#define rust_demangle dlang_demangle
#define DMGL_PARAMS 0
#endif

static bool is_in_mark(char c)
{
   return islower((unsigned char)c) || isdigit((unsigned char)c) || c == '_';
}

/* Return the end of the clone's mark at p, a word and numbers, as libiberty
   takes them for C++: `.constprop.0`, `.cold`; p if there is none. */
static const char *after_mark(const char *p)
{
   if (p[0] != '.' || !is_in_mark(p[1]))
      return p;
   p++;
   while (is_in_mark(*p))
      p++;
   while (p[0] == '.' && isdigit((unsigned char)p[1]))
      for (p++; isdigit((unsigned char)*p); )
         p++;
   return p;
}

/* Return a name with marks as in C++, `name [clone .constprop.0]`, or NULL: they
   are none.  The name is freed. */
static char *with_marks(char *name, const char *marks)
{
   while (name && *marks) {
      const char *end = after_mark(marks);
      char *longer = end > marks ? memory_format("%s [clone %.*s]", name,
                                                 (int)(end - marks), marks)
                                 : NULL;

      free(name);
      name = longer;
      marks = end;
   }
   return name;
}

static char *decoded(const char *symbol)
{
   if (symbol[0] == '_' && symbol[1] == 'D')
      return dlang_demangle(symbol, DMGL_PARAMS);
   if (symbol[0] == '_' && symbol[1] == 'R')
      return rust_demangle(symbol, DMGL_PARAMS);
   return haskell_decoded(symbol);
}

char *languages_decoded(const char *symbol)
{
   /* No symbol of these languages has a dot. */
   const size_t length = strcspn(symbol, ".");
   char *own, *name;

   if (symbol[length] == '\0')
      return decoded(symbol);
   own = memory_part(symbol, length);
   name = with_marks(decoded(own), symbol + length);
   free(own);
   return name;
}
