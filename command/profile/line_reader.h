/* The lines of a profile file and their fields, read ahead in large pieces.

   The current line stands in memory as it does in the file until it is cut
   into fields; a reader that knows a record well takes it from there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_LINES_H
#define APROF_LINES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   const char *name;                  /* of the file, for messages */
   int fd;
   uint64_t number;                   /* of the current line, from 1 */
   char *text;                        /* it, without its end */
   size_t length;
   bool at_end;                       /* there is no current line */
   char **fields;                     /* after lines_split */
   size_t field_count;
   size_t field_room;
   char *buffer;                      /* [from, past) is not yet a line */
   size_t room, from, past;
} lines;

/* Opens a file; `-` is stdin.  False: one line on stderr has said why. */
bool lines_open(lines *l, const char *name);
/* The same with a text in memory, which is copied. */
void lines_open_text(lines *l, const char *name, const char *text,
                     size_t length);
void lines_close(lines *l);

/* Makes the next line the current one; behind the last one *at_end is set.
   False: there is no line of a profile, and one line on stderr has said so. */
bool lines_next(lines *l);

/* Is the current line's first field this one? */
bool lines_is(const lines *l, const char *kind);

/* Does the current line begin with this? */
bool lines_begins(const lines *l, const char *start);

/* Cuts the current line into fields. */
void lines_split(lines *l);

/* Says what is wrong at the current line; always false. */
bool lines_refuse(const lines *l, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

#endif
