/* Symbols' names in the language of their source: Haskell and D, whose names
   Valgrind does not decode, and Rust.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_LANGUAGES_H
#define APROF_LANGUAGES_H

/* Return the name that a symbol has in its source, or NULL: it is no encoded
   name of these languages.  A compiler's clone is marked as C++'s clones are:
   `shop.sum(int) [clone .constprop.0]`.  The caller frees it. */
char *languages_decoded(const char *symbol);

#endif
