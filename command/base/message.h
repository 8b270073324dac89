/* What the command says on stderr: one line each, in one form.

   Control bytes in a message (they come from file and routine names) are
   written escaped, so that a message is always one line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MESSAGE_H
#define APROF_MESSAGE_H

/* The exit statuses of every verb but `run`. */
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

/* An error after which nothing can go on; ends with STATUS_UNUSABLE. */
void message_fatal(const char *format, ...)
   __attribute__((format(printf, 1, 2), noreturn));

#endif
