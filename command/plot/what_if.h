/* The chart of a series of aprof what-if.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_WHAT_IF_H
#define APROF_PLOT_WHAT_IF_H

#include <stdio.h>

/* Write the data of the series in the file `name`, and set *file to the name of
   the script that draws them.  Return the exit status; if it is not
   STATUS_DONE, then one line on stderr has said why. */
int plot_what_if_write(const char *name, FILE *script, const char **file);

#endif
