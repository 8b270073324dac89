/* Lines of tab-separated fields, written to a sink.

   Everything in format/ is compiled twice, into the tool and into the command,
   so it uses neither libc nor Valgrind.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FORMAT_LINE_H
#define APROF_FORMAT_LINE_H

#include "engine/profile/prof.h"

/* Where bytes go.  Errors are the sink's: it keeps the first one, and may drop
   what comes after. */
typedef void line_sink(void *to, const char *bytes, size_t n);

enum { LINE_BUFFER = 1 << 16 };

/* A text in the making. */
typedef struct {
   line_sink *sink;
   void *to;                    /* the sink's first argument */
   uint64_t lines;              /* that have ended */
   bool begun;                  /* the current line has a field */
   size_t used;                 /* bytes in the buffer */
   char buffer[LINE_BUFFER];
} line_writer;

/* Begin an empty text. */
void line_begin(line_writer *w, line_sink *sink, void *to);

/* Add a field to the current line; a tab separates it from the one before.
   Text is escaped as in docs/file-format.md; an offset is 0x and lower-case
   hexadecimal digits. */
void line_text(line_writer *w, const char *text);
void line_number(line_writer *w, prof_sum number);
void line_offset(line_writer *w, uint64_t offset);

/* Add fields that are escaped and separated already. */
void line_raw(line_writer *w, const char *fields);

void line_end(line_writer *w);

/* Give all bytes that are still in the buffer to the sink. */
void line_flush(line_writer *w);

#endif
