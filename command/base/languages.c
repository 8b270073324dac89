/* Symbols' names in their source: see base/languages.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "base/languages.h"
#include "base/haskell.h"

#include <stddef.h>

#ifdef HAVE_LIBIBERTY
#include <libiberty/demangle.h>
#else
/* Without libiberty, D's names stay as they are. */
static char *dlang_demangle(const char *symbol, int options)
{
   (void)symbol;
   (void)options;
   return NULL;
}
#define DMGL_PARAMS 0
#endif

char *languages_decoded(const char *symbol)
{
   if (symbol[0] == '_' && symbol[1] == 'D')
      return dlang_demangle(symbol, DMGL_PARAMS);
   return haskell_decoded(symbol);
}
