/* Output that is whole or not there: a file is written as NAME.part and then
   renamed; every write is checked.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_OUTFILE_H
#define APROF_OUTFILE_H

#include <stdbool.h>
#include <stdio.h>
#include <sys/types.h>

typedef struct {
   FILE *file;                        /* write here */
   const char *name;
   char *part;                        /* NULL: written in place */
} outfile;

/* `-` is stdout; a name that exists and is no regular file, symbolic links
   included, is written in place.  `name` must outlive the outfile.  False:
   one line on stderr has said why. */
bool outfile_open(outfile *out, const char *name, mode_t mode);

/* The same for what is no profile: a profile that is at NAME stays there,
   since whoever names one as the output has mistaken it for the input. */
bool outfile_open_beside(outfile *out, const char *name, mode_t mode);

/* Puts the file in its place.  False: one line on stderr has said why, and
   what was at NAME is still there. */
bool outfile_close(outfile *out);

/* Gives the file up: what was at NAME is still there. */
void outfile_discard(outfile *out);

/* All of what was written to stdout has arrived.  False as above. */
bool outfile_flush_stdout(void);

#endif
