/* The profiles that aprof plot draws, and the routines in them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLOT_SOURCES_H
#define APROF_PLOT_SOURCES_H

#include "plot/plot.h"

/* Read the files: one source for all files or, with `each`, one for each.
   Return false after one line on stderr if a file can't be read, or not be
   drawn with the others.  plot_sources_free in either case. */
bool plot_sources_read(plot *p, char **files, size_t count, bool each);

/* Find in each source the routines that --routine names.  Return false if a
   name finds nothing in any source, after one line on stderr. */
bool plot_sources_find_routines(plot *p);

void plot_sources_free(plot *p);

/* Return the program of a source, without its folder; static text if there are
   several programs. */
const char *plot_sources_program(const plot_source *s);

/* Return a name for a source, by program or file; the caller frees it. */
char *plot_sources_name(const plot *p, size_t source);

#endif
