/* The lines of a source file.

   Only files whose names end as source files' names do are opened: a profile
   may come from another person, and must not put the user's other files into a
   page that he may give away.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SOURCE_LINES_H
#define APROF_SOURCE_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <time.h>

typedef struct {
   char *text;
   const char **lines;                /* without their ends; in text */
   size_t count;
   time_t changed;                    /* the file's time of modification */
} source_lines;

/* Read a source file.  Return false if it can't be read, is no regular file, is
   too large, or is no text.  source_lines_free frees the lines. */
bool source_lines_read(source_lines *s, const char *name);
void source_lines_free(source_lines *s);

#endif
