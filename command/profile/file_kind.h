/* What a file is, by how it begins.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_FILE_KIND_H
#define APROF_PROFILE_FILE_KIND_H

#include <stdbool.h>

/* What aprof has measured, by the first bytes of its file. */
typedef enum {
   FILE_OTHER, FILE_PROFILE, FILE_SAMPLES, FILE_SERIES
} file_kind;

extern const char *const file_kind_names[];   /* for people */

/* Return what a file is, which may be compressed; FILE_OTHER if it can't be read or
   is no regular file. */
file_kind file_kind_of(const char *name);

/* Return whether a file begins as profiles do, which are not compressed.  A file that
   can't be read, and stdin, does not. */
bool profile_is_file(const char *name);

/* Return the first of the profiles in a folder, for a message on a folder that is
   named in their place; NULL: there is none.  The caller frees it. */
char *profile_in_folder(const char *folder);

#endif
