/* Names of routines that fit into a column.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_SHORTEN_H
#define APROF_NAMES_SHORTEN_H

#include <stddef.h>

/* Columns of a name in a sentence. */
#define SHORTEN_IN_SENTENCE 60

/* Return a name for people in at most `width` columns.  A longer name loses,
   until it fits, the parameters and type of a C++ name, its template arguments,
   then its scopes, then its middle; of a Rust name the generic arguments come
   first.  The caller frees it. */
char *shorten_name(const char *name, size_t width);

/* The same, for a sentence. */
char *shorten_in_sentence(const char *name);

/* Return a name with its scopes, but without parameters, template arguments and
   type.  The caller frees it. */
char *shorten_scoped(const char *name);

/* The same as shorten_name for a context, callee first, NULL at the end, all
   names without parameters: as many callers as fit, and dots.  The dots may be
   too wide if the callee fills the columns. */
char *shorten_context(char *const *context, size_t width);

#endif
