/* The source lines of routines, as a block of the page: of each file that can
   still be read, the lines around the routines' entries, each line once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_SOURCES_H
#define APROF_HTML_SOURCES_H

#include <stdio.h>

#include "html/data.h"

/* Write a line for each source file: null if it can't be read or is no source
   file, else {"newer": it has changed since the run began, "parts": [number of
   the first line, [line, ...], ...]}.  Without `read` no file is read. */
void html_sources_write(const html_data *d, bool read, FILE *file);

#endif
