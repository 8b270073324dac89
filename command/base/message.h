/* The command's messages on stderr: each is one line.

   Control bytes in a message (they come from file and routine names) are
   written escaped.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_MESSAGE_H
#define APROF_BASE_MESSAGE_H

#include <stdbool.h>

/* The exit statuses of every verb except `run`. */
enum { STATUS_DONE = 0, STATUS_NO = 1, STATUS_UNUSABLE = 2 };

/* `aprof: TEXT` */
void message_error(const char *format, ...)
   __attribute__((format(printf, 1, 2)));
/* `aprof: warning: TEXT` */
void message_warning(const char *format, ...)
   __attribute__((format(printf, 1, 2)));
/* `aprof: note: TEXT` */
void message_note(const char *format, ...)
   __attribute__((format(printf, 1, 2)));

/* Print no more warnings and notes. */
void message_be_quiet(void);
/* Return whether message_be_quiet was called. */
bool message_is_quiet(void);

/* Print an error and end the command with STATUS_UNUSABLE. */
void message_fatal(const char *format, ...)
   __attribute__((format(printf, 1, 2), noreturn));

#endif
