/* The source lines of routines, for the page: of each file that can still be
   read the lines around the routines' entries, each once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_SOURCE_H
#define APROF_HTML_SOURCE_H

#include "formats/json_stream.h"
#include "profile/model.h"

/* The source files of a model's routines. */
typedef struct {
   size_t count;
   const char **names;                /* belong to the model */
   size_t *of_routine;                /* a file's place; count: none */
   size_t *by_file;                   /* the routines, sorted by file */
   size_t routines;
} html_sources;

/* The model must outlive them. */
html_sources html_sources_of(const model *m);
void html_sources_free(html_sources *s);

/* A line for each file: null where it could not be read, or is none of a
   programmer's; else {"newer": changed since the run began, "parts": [first
   line, [lines...], ...]}.  Reads nothing where not `read`. */
void html_sources_write(const html_sources *s, const model *m, bool read,
                        FILE *file);

#endif
