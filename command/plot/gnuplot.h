/* Scripts for gnuplot: putting one together, and running it.

   A script is our settings and data, written by the caller, and then one of the
   files of the folder of scripts.  Nothing that comes from a profile is part
   of a command: texts are strings in double quotes, in which all that might
   mean something to gnuplot (quotes, backticks, braces...) stands as an octal
   code, and data are blocks of which each line begins with a number.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_GNUPLOT_H
#define APROF_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

/* Writes `NAME = "TEXT"`, the text without control characters and as valid
   UTF-8. */
void gnuplot_set(FILE *script, const char *name, const char *text);

/* Writes `array NAME[COUNT] = [...]`, texts likewise; at least one element, since gnuplot has
   no empty arrays. */
void gnuplot_set_array(FILE *script, const char *name,
                       const char *const *texts, size_t count);

/* Adds a file of the folder of scripts ($APROF_SCRIPTS, or where they were
   installed), and in place of a line `load ... "OTHER"` the file OTHER of that
   folder.  False: one line on stderr has said why. */
bool gnuplot_add_file(FILE *script, const char *name);

/* Runs a script, which is open for reading as well, and writes the picture to
   `out`.  `is_text`: spaces and lines that frame the picture are left out.
   False: one line on stderr has said why. */
bool gnuplot_draw(FILE *script, FILE *out, bool is_text);

#endif
