/* Scripts for gnuplot: how they are put together and run.

   A script is settings and data, written by the caller, and then a file of the
   folder of scripts.  Nothing that comes from a profile is part of a command:
   texts are strings in double quotes, in which every character that may have a
   meaning for gnuplot (quotes, backticks, braces...) is an octal code, and data
   are blocks of which each line begins with a number.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_GNUPLOT_H
#define APROF_PLOT_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

/* Write `NAME = "TEXT"`, with the text as valid UTF-8 without control
   characters. */
void gnuplot_set(FILE *script, const char *name, const char *text);

/* Write `array NAME[COUNT] = [...]` of such texts; one empty text if there are
   none, since gnuplot has no empty arrays. */
void gnuplot_set_array(FILE *script, const char *name,
                       const char *const *texts, size_t count);

/* Add a file of the folder of scripts ($APROF_SCRIPTS, or where they were
   installed), with the file OTHER of that folder in place of a line `load ...
   "OTHER"`.  Return false after one line on stderr if a file can't be read. */
bool gnuplot_add_file(FILE *script, const char *name);

/* Run a script, which is open for reading as well, and write the picture to
   `out`.  is_text: leave out the blanks and empty lines that frame the picture.
   Return false after one line on stderr on failure. */
bool gnuplot_draw(FILE *script, FILE *out, bool is_text);

#endif
