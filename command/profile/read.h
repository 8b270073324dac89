/* Reading profile files (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_READ_H
#define APROF_PROFILE_READ_H

#include "profile/model.h"

/* Read one file as it is; `-` is stdin.  NULL: it is not exactly a profile of
   version 1, and one line on stderr has said where and why.  The caller frees
   the model. */
model *profile_read(const char *name);

/* The same for a text in memory.  name: for messages. */
model *profile_read_text(const char *name, const char *text, size_t length);

/* Read several files and merge them.  Files whose names end in .part are left
   out, with a note.  NULL: a file can't be read or merged, and one line on
   stderr has said why. */
model *profile_read_many(char *const *names, size_t count);

/* The same.  by_source: routines of one name and one source file are one, whatever
   object they are in. */
model *profile_read_as_one(char *const *names, size_t count, bool by_source);

/* Read the profile that `m` is compared with; `name_m`: the file that m was read
   from first.  NULL: it can't be read, or not be compared, and one line on stderr
   has said why. */
model *profile_read_baseline(const char *name, const model *m,
                             const char *name_m);

#endif
