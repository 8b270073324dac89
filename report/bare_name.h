/* Demangled names without what stands behind them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BARE_NAME_H
#define APROF_BARE_NAME_H

#include <stddef.h>

/* A name without its parameters; the caller frees it. */
char *bare_name(const char *name);

/* The length of a name without ` [clone .xyz]` at its end. */
size_t bare_name_unmarked(const char *name);

#endif
