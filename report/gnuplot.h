/* Running gnuplot on one of our scripts.

   Nothing that comes from a profile is part of a command: the data are read
   from a file, texts are arguments, which gnuplot's `-c` takes as they are.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_GNUPLOT_H
#define APROF_GNUPLOT_H

#include <stdbool.h>
#include <stdio.h>

/* Runs `gnuplot -c SCRIPT DATA ARGUMENT...` and writes the picture to `out`.
   `script` is a file in the folder of scripts ($APROF_SCRIPTS, or where they
   were installed), `data` a file opened for reading, `arguments` end with
   NULL.  `is_text`: spaces and lines that frame the picture are left out.
   False: one line on stderr has said why. */
bool gnuplot_draw(const char *script, FILE *data,
                  const char *const *arguments, FILE *out, bool is_text);

#endif
