/* Writing profile files (docs/file-format.md): what was read is written byte
   for byte.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_WRITE_H
#define APROF_PROFILE_WRITE_H

#include "profile/model.h"

/* Write a profile.  Errors show in the stream, as with fprintf. */
void profile_write(FILE *f, const model *m);

#endif
