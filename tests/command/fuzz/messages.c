/* The command's messages, formatted and counted but not shown: command/base/message.c
   for fuzz targets.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "fuzz.h"
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>

unsigned fuzz_errors;
jmp_buf fuzz_fatal;

/* Format all that the real function would print. */
static void take(const char *format, va_list args)
{
   char text[1000];

   FUZZ_CHECK(vsnprintf(text, sizeof text, format, args) >= 0);
}

void message_error(const char *format, ...)
{
   va_list args;

   va_start(args, format);
   take(format, args);
   va_end(args);
   fuzz_errors++;
}

void message_warning(const char *format, ...)
{
   va_list args;

   va_start(args, format);
   take(format, args);
   va_end(args);
}

void message_note(const char *format, ...)
{
   va_list args;

   va_start(args, format);
   take(format, args);
   va_end(args);
}

void message_fatal(const char *format, ...)
{
   va_list args;

   va_start(args, format);
   take(format, args);
   va_end(args);
   longjmp(fuzz_fatal, 1);
}

/* All messages are formatted, also what --quiet leaves out. */
void message_be_quiet(void)
{
}

bool message_is_quiet(void)
{
   return false;
}
