/* The program that is measured: its name, and the file that is executed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef OUTPUT_PROGRAM_H
#define OUTPUT_PROGRAM_H

#include "base/base.h"

/* Before client code runs. */
void program_init(void);

/* Return the name by which the program was started. */
const HChar *program_name(void);

/* Return the interpreter that executes the program, if it is a script; else
   NULL. */
const HChar *program_interpreter(void);

/* The process has started another one; a forked child has started none. */
void program_has_child(void);
void program_forked(void);
/* Return whether it is a forked child: a part of what its parent does. */
Bool program_is_forked(void);
/* Return how many it has started. */
ULong program_children(void);

/* The process has made a system call that natively needs the kernel, too. */
void program_has_called(void);
ULong program_calls(void);

/* A system call has read from this file descriptor, or mapped it. */
void program_has_read(Int fd);
/* Return the file that the standard input was when the program began, if it is
   a regular file that was at its start; "": the input was something else;
   NULL: the program has not read from it. */
const HChar *program_standard_input(void);

#endif
