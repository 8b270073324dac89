/* The names of a compiler's clones of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/clones.h"
#include "base/memory.h"
#include "names/demangled.h"

#include <string.h>

char *clones_base(const char *name)
{
   static const char *const suffixes[] = {
      ".constprop", ".isra", ".part", ".cold", ".lto_priv", ".llvm", ".clone",
      ".localalias",
   };
   char *base = memory_string(name);

   base[demangled_unmarked(base)] = '\0';
   for (size_t i = 0; i < sizeof suffixes / sizeof *suffixes; i++) {
      char *p = strstr(base, suffixes[i]);
      size_t n = strlen(suffixes[i]);

      if (p && p > base && (p[n] == '\0' || p[n] == '.'))
         *p = '\0';
   }
   return base;
}
