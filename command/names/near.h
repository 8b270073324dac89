/* Names that are near to a mistyped one.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_NEAR_H
#define APROF_NAMES_NEAR_H

#include <stddef.h>

/* Return the names of the list that are nearest to a name or pattern, as an end
   of a message: " (near: NAME, NAME)", or "" if none is near.  A name may be
   there several times.  The caller frees the text. */
char *near_names(const char *sought, const char *const *names, size_t count);

#endif
