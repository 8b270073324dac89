/* Names of routines that fit a column.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SHORT_NAME_H
#define APROF_SHORT_NAME_H

#include <stddef.h>

/* A name for people in at most `width` columns.  What does not fit loses, until
   it does, the parameters and type of a C++ name, its template arguments, then
   its scopes, then its middle; of Rust its generic arguments come first.  The
   caller frees it. */
char *shorten_name(const char *name, size_t width);

/* A name with its scopes, but without parameters, template arguments and type.
   The caller frees it. */
char *shorten_scoped(const char *name);

/* The same as shorten_name of a context, callee first, NULL at the end, all
   without parameters: as many callers as fit, and dots.  The dots may be too
   wide where the callee has filled the columns. */
char *shorten_context(char *const *context, size_t width);

#endif
