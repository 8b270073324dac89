/* The command's messages on stderr.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* vasprintf */
#include "base/message.h"

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

static void say(const char *kind, const char *format, va_list args)
{
   char *text;

   if (vasprintf(&text, format, args) < 0)
      return;
   fprintf(stderr, "aprof: %s", kind);
   for (const unsigned char *p = (unsigned char *)text; *p; p++) {
      if (*p == '\n')
         fputs("\\n", stderr);
      else if (*p < 0x20 || *p == 0x7f)
         fprintf(stderr, "\\x%02x", *p);
      else
         putc(*p, stderr);
   }
   putc('\n', stderr);
   free(text);
}

static bool is_quiet;

void message_be_quiet(void)
{
   is_quiet = true;
}

bool message_is_quiet(void)
{
   return is_quiet;
}

void message_error(const char *format, ...)
{
   va_list args;

   va_start(args, format);
   say("", format, args);
   va_end(args);
}

void message_warning(const char *format, ...)
{
   va_list args;

   if (is_quiet)
      return;
   va_start(args, format);
   say("warning: ", format, args);
   va_end(args);
}

void message_note(const char *format, ...)
{
   va_list args;

   if (is_quiet)
      return;
   va_start(args, format);
   say("note: ", format, args);
   va_end(args);
}

void message_fatal(const char *format, ...)
{
   va_list args;

   va_start(args, format);
   say("", format, args);
   va_end(args);
   exit(STATUS_UNUSABLE);
}
