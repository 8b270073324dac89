/* Symbols' names in the language of their source, if Valgrind does not decode
   them: D, Rust's new encoding, Haskell, Fortran's modules, Pascal and Ada.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_LANGUAGES_H
#define APROF_LANGUAGES_H

#include <stdbool.h>

/* Return the name that a symbol has in its source, or NULL: it is no encoded
   name of these languages.  A compiler's clone is marked as C++'s clones are:
   `shop.sum(int) [clone .constprop.0]`.  The caller frees it. */
char *languages_decoded(const char *symbol);

/* The same of a symbol in an object that has code of Ada.  The name of a C
   routine may look like one of Ada (`pkg__sum`), so that the symbol is not
   enough.  `file` is the routine's source file, or empty. */
char *languages_decoded_ada(const char *symbol, const char *file);

/* Return whether the routine's symbol, or its source file, shows that the
   object has code of Ada. */
bool languages_shows_ada(const char *symbol, const char *file);

/* Return whether the object is a library of Ada's runtime. */
bool languages_is_ada_library(const char *object);

#endif
