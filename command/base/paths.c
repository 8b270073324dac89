/* Parts of path names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/paths.h"

#include <string.h>

const char *paths_file_name(const char *path)
{
   const char *slash = strrchr(path, '/');

   return slash ? slash + 1 : path;
}

bool paths_ends_with(const char *s, size_t length, const char *end)
{
   size_t n = strlen(end);

   return length >= n && memcmp(s + length - n, end, n) == 0;
}
