/* The lines of a profile file and their fields, read ahead in large pieces.

   The current line is in memory as in the file until it is split into fields,
   so a record that is frequent can be read without that (tuple_scan.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_LINE_READER_H
#define APROF_PROFILE_LINE_READER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   const char *name;                  /* of the file, for messages */
   int fd;
   uint64_t number;                   /* of the current line, from 1 */
   char *text;                        /* of the current line, without its
                                         newline */
   size_t length;
   bool at_end;                       /* there is no current line */
   char **fields;                     /* after line_reader_split */
   size_t field_count;
   size_t field_room;
   char *buffer;                      /* [from, past) was read, but is not yet
                                         a line */
   size_t room, from, past;
} line_reader;

/* Open a file; `-` is stdin.  False: it can't be opened, and one line on stderr
   has said why. */
bool line_reader_open(line_reader *l, const char *name);
/* The same for a text in memory, which is copied.  name: for messages. */
void line_reader_open_text(line_reader *l, const char *name, const char *text,
                     size_t length);
void line_reader_close(line_reader *l);

/* Make the next line the current one; behind the last line, set at_end.  False:
   the file can't be read, or the line can't be one of a profile, and one line
   on stderr has said why. */
bool line_reader_next(line_reader *l);

/* Is this the first field of the current line? */
bool line_reader_is(const line_reader *l, const char *kind);

/* Does the current line begin with this? */
bool line_reader_begins(const line_reader *l, const char *start);

/* Return what a file of aprof is that the current line begins, and what reads it,
   behind a semicolon; "": it is none. */
const char *line_reader_kind(const line_reader *l);

/* Split the current line into fields, in place. */
void line_reader_split(line_reader *l);

/* Print an error about the current line.  Return false. */
bool line_reader_refuse(const line_reader *l, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

#endif
