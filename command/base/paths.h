/* Parts of path names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_PATHS_H
#define APROF_BASE_PATHS_H

#include <stdbool.h>
#include <stddef.h>

/* Return the part of a path after its last slash; it points into `path`. */
const char *paths_file_name(const char *path);

/* Return whether the first `length` bytes of s end with `end`. */
bool paths_ends_with(const char *s, size_t length, const char *end);

#endif
