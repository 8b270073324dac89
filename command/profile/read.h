/* Reading profile files (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_READ_H
#define APROF_PROFILE_READ_H

#include "profile/model.h"

/* One file, as it stands; `-` is stdin.  NULL where it is not a profile of
   version 1 to the letter: one line on stderr has said where and why. */
model *profile_read(const char *name);

/* The same of a text in memory; `name` stands for the file in messages. */
model *profile_read_text(const char *name, const char *text, size_t length);

/* All of them, merged; names that end in .part are left out with a note, and
   warnings tell of routines that merging had to put together.  NULL where one
   cannot be read or merged: one line on stderr has said why. */
model *profile_read_all(char *const *names, size_t count);

#endif
