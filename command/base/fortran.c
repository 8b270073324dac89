/* Names of procedures in Fortran's modules: see base/fortran.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/fortran.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* Return the length of the name at p, which has letters in lower case, digits
   and underscores; 0 if there is none. */
static size_t name_length(const char *p)
{
   size_t n = 0;

   if (islower((unsigned char)*p))
      while (islower((unsigned char)p[n]) || isdigit((unsigned char)p[n]) ||
             p[n] == '_')
         n++;
   return n;
}

/* Does p consist of letters, digits and underscores? */
static bool is_procedure(const char *p)
{
   if (!isalpha((unsigned char)*p) && *p != '_')
      return false;
   while (isalnum((unsigned char)*p) || *p == '_')
      p++;
   return *p == '\0';
}

static char *decoded_gfortran(const char *symbol)
{
   static const char mark[] = "_MOD_";
   const char *module = symbol + 2, *end;

   if (strncmp(symbol, "__", 2) != 0 || (end = strstr(module, mark)) == NULL ||
       name_length(module) != (size_t)(end - module) + 1 ||
       !is_procedure(end + sizeof mark - 1))
      return NULL;
   return memory_format("%.*s::%s", (int)(end - module), module,
                        end + sizeof mark - 1);
}

static char *decoded_flang(const char *symbol)
{
   char *name = NULL;
   const char *p = symbol + 2;

   if (strncmp(symbol, "_Q", 2) != 0 || *p != 'M')
      return NULL;
   while (strchr("MSFP", *p) && *p) {
      const bool is_last = *p == 'P';
      const size_t length = name_length(p + 1);
      char *longer;

      if (length == 0 || is_last != (p[1 + length] == '\0'))
         break;
      longer = memory_format("%s%s%.*s", name ? name : "", name ? "::" : "",
                             (int)length, p + 1);
      free(name);
      name = longer;
      p += 1 + length;
      if (is_last)
         return name;
   }
   free(name);
   return NULL;
}

char *fortran_decoded(const char *symbol)
{
   char *name = decoded_gfortran(symbol);

   return name ? name : decoded_flang(symbol);
}
