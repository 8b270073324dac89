/* The standard input of the runs: a file that each of them reads from the place
   where this process has it, or nothing.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_INPUT_H
#define APROF_WHATIF_INPUT_H

#include "whatif/whatif.h"

/* Take this process's standard input for a new series, if it is a file.  Return
   its descriptor, or -1: there is none. */
int input_take(whatif *s);

/* Open that of a series that goes on.  Set *fd to its descriptor, or -1: it has
   none.  Return false after one line on stderr. */
bool input_open(const whatif *s, int *fd);

/* In a run: make it the standard input.  `fd`: of the file, or -1.  Return
   false if that fails. */
bool input_connect(int fd, uint64_t offset);

/* Say if there is input that the runs can't read. */
void input_check(void);

#endif
