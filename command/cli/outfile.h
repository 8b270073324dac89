/* Output files that are complete or absent: a file is written as NAME.part and
   then renamed; every write is checked.  A signal that ends the command, such as
   that of Ctrl-C, removes what is not complete.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_OUTFILE_H
#define APROF_CLI_OUTFILE_H

#include "profile/file_kind.h"

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct {
   FILE *file;                        /* to write to */
   const char *name;
   char *part;                        /* NULL: written in place */
} outfile;

/* Open an output file.  `-` is stdout; a name that exists and is no regular
   file, symbolic links included, is written in place.  `name` must outlive the
   outfile.  Return false after one line on stderr on failure. */
bool outfile_open(outfile *out, const char *name, mode_t mode);

/* The same, but refuse to replace what aprof has measured, unless it is of this kind,
   since a user who names it as the output has mistaken it for the input. */
bool outfile_open_as(outfile *out, const char *name, mode_t mode, file_kind kind);

/* The same for output of no such kind. */
bool outfile_open_beside(outfile *out, const char *name, mode_t mode);

/* Return whether outfile_open_as could open this file; after one line on
   stderr if not.  What is there already stays.  For those who measure long
   before they write. */
bool outfile_can_write(const char *name, file_kind kind);

/* Put the file in its place.  Return false after one line on stderr on failure;
   then the old file at NAME is still there. */
bool outfile_close(outfile *out);

/* Give the file up; the old file at NAME is still there. */
void outfile_discard(outfile *out);

/* Return whether everything written to stdout has arrived; print one line on
   stderr if not. */
bool outfile_flush_stdout(void);

#endif
