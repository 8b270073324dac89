/* Executions of instructions, from a profile of aprof's tool.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_PROFILE_COUNTS_H
#define APROF_SAMPLES_PROFILE_COUNTS_H

#include "profile/model.h"
#include "samples/counts.h"

/* Take the executions of superblocks of an image, which `--blocks=yes` has
   counted, in all runs of the profile.  path, id: as in samples_image.  name:
   of the profile, for messages.  Return false after one line on stderr. */
bool counts_of_profile(counts *c, const model *m, const char *name,
                       const char *path, const char *id);

#endif
