/* A picture in a file, for verbs with an option --chart=FILE.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_PICTURE_H
#define APROF_PLOT_PICTURE_H

#include <stdbool.h>
#include <stdio.h>

/* Columns for the name of a routine. */
#define PICTURE_NAME 40

/* Write the settings, the data and the file of commands of a picture.  Return
   false after one line on stderr. */
typedef bool picture_write(FILE *script, const void *context);

/* Draw a picture into a file, of the kind that its name says: .svg, .png, .pdf
   or .txt; `-` is text on stdout.  `kind` and `heading` are set before `write`
   is called.  Return false after one line on stderr, then there is no file. */
bool picture_draw(const char *name, const char *heading, picture_write *write,
                  const void *context);

#endif
