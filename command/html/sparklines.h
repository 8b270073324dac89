/* The small plots in the list of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_SPARKLINES_H
#define APROF_HTML_SPARKLINES_H

#include "assess/assess.h"

/* Columns and heights of a plot, each a letter. */
#define HTML_SPARKLINES_STEPS 64
/* Size of the buffer for a plot: two letters a column, and the NUL. */
#define HTML_SPARKLINES_TEXT (2 * HTML_SPARKLINES_STEPS + 1)

/* Draw the greatest cost over the size of a routine and of the routine beside
   it, which may be NULL, on the same axes, both linear from 0.  A plot is pairs
   of letters, column and height: of each column with points the highest. */
void html_sparklines_draw(assessment *now, assessment *old,
                          char now_text[HTML_SPARKLINES_TEXT],
                          char old_text[HTML_SPARKLINES_TEXT]);

#endif
