/* Symbols' names in the language of their source, for languages whose names
   Valgrind does not decode: Haskell and D.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_LANGUAGES_H
#define APROF_LANGUAGES_H

/* Return the name that a symbol has in its source, or NULL: it is no encoded
   name of these languages.  The caller frees it. */
char *languages_decoded(const char *symbol);

#endif
