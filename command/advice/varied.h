/* The arguments that differ between the runs of one program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ADVICE_VARIED_H
#define APROF_ADVICE_VARIED_H

#include "profile/model.h"

#include <stdbool.h>
#include <stddef.h>

size_t varied_count_of(char *const *arguments);

/* Return whether an argument is the file that an option of the usual name lets
   the program write. */
bool varied_is_output(char *const *arguments, size_t i);

/* Return for each argument whether it differs from run to run, outputs apart, and
   set *count to their number: 0 if the runs have not as many arguments.  The
   caller frees the array. */
bool *varied_find(const model *m, size_t *count);

/* Return the command line with $i in these arguments, in the place of what differs,
   if that is the same in all of them in each run: "join a.$i b.$i".  *is_number:
   it is a number.  Else NULL.  The caller frees it. */
char *varied_command(const model *m, const bool *varied, bool *is_number);

#endif
