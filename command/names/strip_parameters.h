/* Demangled names without what stands behind them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BARE_NAME_H
#define APROF_BARE_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* A name without its parameters, and without a type that it stands inside of;
   the caller frees it. */
char *bare_name(const char *name);

/* Does a word stand at p, with its blank, that says of what object a method is:
   ` const`, ` &&` and the like? */
bool bare_name_is_qualified(const char *p);

/* The length of a name without ` [clone .xyz]` at its end. */
size_t bare_name_unmarked(const char *name);

#endif
