/* The writer of samples files (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_WRITE_H
#define APROF_SAMPLES_WRITE_H

#include "samples/samples.h"

/* The first field of a samples file. */
#define SAMPLES_MAGIC "aprof-samples"

/* Sort samples and write them to a file that is complete or absent; it is
   compressed if the name ends with `.gz`.  Return false after one line on
   stderr. */
bool samples_write(const char *name, samples *s);

/* Return whether a file of this name can be created; after one line on stderr
   if not.  What is there already stays. */
bool samples_can_write(const char *name);

#endif
