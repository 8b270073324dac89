/* The script of an interpreter's command line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_SCRIPT_H
#define APROF_ADVICE_SCRIPT_H

#include <stdbool.h>
#include <stddef.h>

/* Return whether an argument, of a list that ends with NULL, is the script that
   an interpreter runs, or one of the interpreter's options before it: neither is
   the input.  False for each argument behind the program's name if that is no
   interpreter, or one that has its program from -c or -e.  The interpreter may
   be the first argument, as in `busybox sh`. */
bool script_or_before(char *const *arguments, size_t i);

/* Return whether an interpreter has its script from the standard input, which is
   no input then. */
bool script_is_standard_input(char *const *arguments);

/* Return what to call the script that an interpreter runs: its file among the
   arguments, or "" if it is elsewhere.  NULL: the program is no interpreter whose
   options are known, or an editor. */
const char *script_name(char *const *arguments);

#endif
