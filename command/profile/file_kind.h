/* What a file is, by how it begins.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_FILE_KIND_H
#define APROF_PROFILE_FILE_KIND_H

#include <stdbool.h>

/* Return whether a file begins as profiles do.  A file that can't be read, and
   stdin, does not. */
bool profile_is_file(const char *name);

/* Return the first of the profiles in a folder, for a message on a folder that is
   named in their place; NULL: there is none.  The caller frees it. */
char *profile_in_folder(const char *folder);

#endif
