/* UTF-8 strings: validity, width, shortening.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_UTF8_H
#define APROF_BASE_UTF8_H

#include <stddef.h>

/* Return a copy of a string in which each byte that is not part of a valid
   UTF-8 character is replaced by U+FFFD.  The caller frees the copy. */
char *utf8_valid(const char *s);

/* Return how many columns of a terminal a string takes, if each of its
   characters takes one. */
size_t utf8_width(const char *s);

/* Return a copy of a string for people: valid UTF-8, control bytes escaped,
   and, if that is wider than `width`, `...` in place of its middle.  The caller
   frees the copy. */
char *utf8_shorten(const char *s, size_t width);

#endif
