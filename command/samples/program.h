/* The output of other programs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_PROGRAM_H
#define APROF_SAMPLES_PROGRAM_H

/* Run a program, which is looked for in PATH, with these arguments, NULL at the
   end, and nothing on its stdin.  Return its output, or NULL if it can't be
   started or fails; its stderr is not shown.  The caller frees the output. */
char *program_output(char *const *arguments);

#endif
