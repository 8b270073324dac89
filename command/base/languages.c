/* Symbols' names in their source: see base/languages.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/languages.h"
#include "base/fortran.h"
#include "base/haskell.h"
#include "base/memory.h"
#include "base/pascal.h"
#include "base/paths.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#ifdef HAVE_LIBIBERTY
#include <libiberty/demangle.h>
#else
/* Without libiberty, names of Ada, D and Rust stay as they are. */
static char *dlang_demangle(const char *symbol, int options)
{
   (void)symbol;
   (void)options;
   return NULL;
}
#define ada_demangle dlang_demangle
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

/* Return a symbol of Ada, without marks, as GNAT's tools show it, or NULL. */
static char *decoded_ada(const char *symbol)
{
   char *name = ada_demangle(symbol, 0);

   /* `<symbol>`: it is none. */
   if (name && (*name == '<' || strcmp(name, symbol) == 0)) {
      free(name);
      return NULL;
   }
   return name;
}

/* The symbol of a main procedure. */
static bool is_ada_main(const char *symbol)
{
   return strncmp(symbol, "_ada_", 5) == 0 && islower((unsigned char)symbol[5]);
}

/* Return the length of a symbol of Rust in the form that looks like C++, without
   what follows its hash; 0: it is none.  It may have dots. */
static size_t rust_length(const char *symbol)
{
   enum { DIGITS = 16 };

   if (strncmp(symbol, "_ZN", 3) != 0)
      return 0;
   for (const char *p = strstr(symbol, "17h"); p; p = strstr(p + 1, "17h")) {
      const char *end = p + 3 + strspn(p + 3, "0123456789abcdef");

      if (end - (p + 3) == DIGITS && *end == 'E')
         return (size_t)(end + 1 - symbol);
   }
   return 0;
}

static char *decoded(const char *symbol)
{
   static char *(*const others[])(const char *) = {
      fortran_decoded, pascal_decoded, haskell_decoded,
   };
   char *name = NULL;

   if (symbol[0] == '_' && symbol[1] == 'D')
      return dlang_demangle(symbol, DMGL_PARAMS);
   if ((symbol[0] == '_' && symbol[1] == 'R') || rust_length(symbol) > 0)
      return rust_demangle(symbol, DMGL_PARAMS);
   if (is_ada_main(symbol))
      return decoded_ada(symbol);
   for (size_t i = 0; name == NULL && i < sizeof others / sizeof *others; i++)
      name = others[i](symbol);
   return name;
}

/* Decode the first `length` bytes of a symbol; the rest are marks. */
static char *decoded_part(const char *symbol, size_t length,
                          char *(*decode)(const char *))
{
   char *own = memory_part(symbol, length);
   char *name = with_marks(decode(own), symbol + length);

   free(own);
   return name;
}

char *languages_decoded(const char *symbol)
{
   const size_t rust = rust_length(symbol);

   /* No symbol of the other languages has a dot, but the number of a routine within
      another one in Ada. */
   return decoded_part(symbol, rust > 0 ? rust : strcspn(symbol, "."), decoded);
}

/* --- Ada --- */

static bool is_ada_source(const char *file)
{
   const size_t length = strlen(file);

   return paths_ends_with(file, length, ".adb") ||
          paths_ends_with(file, length, ".ads") ||
          paths_ends_with(file, length, ".ada");
}

/* The libraries of GNAT's runtime, with their version. */
bool languages_is_ada_library(const char *object)
{
   const char *name = paths_file_name(object);

   return strncmp(name, "libgnat-", 8) == 0 ||
          strncmp(name, "libgnarl-", 9) == 0;
}

bool languages_shows_ada(const char *symbol, const char *file)
{
   /* What gnatbind writes: the start and the end of all packages. */
   return is_ada_source(file) || is_ada_main(symbol) ||
          strcmp(symbol, "adainit") == 0 || strcmp(symbol, "adafinal") == 0;
}

char *languages_decoded_ada(const char *symbol, const char *file)
{
   size_t length = strcspn(symbol, ".");

   if (*file && !is_ada_source(file))
      return languages_decoded(symbol);
   /* A number of a routine within another one is not shown. */
   if (isdigit((unsigned char)symbol[length + (symbol[length] != '\0')]))
      for (length++; isdigit((unsigned char)symbol[length]); )
         length++;
   if (strstr(symbol, "__") == NULL || !islower((unsigned char)*symbol))
      return languages_decoded(symbol);
   return decoded_part(symbol, length, decoded_ada);
}
