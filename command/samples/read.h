/* The reader of samples files (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_READ_H
#define APROF_SAMPLES_READ_H

#include "samples/samples.h"

/* Return whether a file begins as samples files do, compressed or not.  A file
   that can't be read, and stdin, does not. */
bool samples_is_file(const char *name);

/* Read a file; `-` is stdin.  Return NULL after one line on stderr. */
samples *samples_read(const char *name);

/* Read files, or all samples files of folders, and add them up.  Return NULL
   after one line on stderr. */
samples *samples_read_many(char *const *names, size_t count);
/* The same for what does not look at single instructions: recordings of which it
   is known where samples lie, and others, are added up. */
samples *samples_read_times(char *const *names, size_t count);

/* Warn if a recording stands more than once in these samples, as it does if a file
   is named twice; samples_read_many has done so with its own. */
void samples_warn_of_repeated(samples *const *list, size_t count);

/* Return the names of the samples files of a folder in ascending order, *count
   of them, each with the folder before it; the caller frees the names and the
   array.  Return NULL after one line on stderr. */
char **samples_files_of(const char *folder, size_t *count);

#endif
