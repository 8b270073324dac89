/* Heap memory whose requests never fail.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* vasprintf */
#include "base/memory.h"
#include "base/message.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void *checked(void *p)
{
   if (p == NULL)
      message_fatal("out of memory");
   return p;
}

void *memory_new(size_t count, size_t size)
{
   return checked(calloc(count ? count : 1, size));
}

void *memory_resize(void *p, size_t count, size_t size)
{
   return checked(reallocarray(p, count ? count : 1, size));
}

char *memory_string(const char *s)
{
   return checked(strdup(s));
}

char *memory_part(const char *s, size_t length)
{
   return checked(strndup(s, length));
}

static char *formatted(const char *format, va_list args)
{
   char *s;

   return checked(vasprintf(&s, format, args) < 0 ? NULL : s);
}

char *memory_format(const char *format, ...)
{
   va_list args;
   char *s;

   va_start(args, format);
   s = formatted(format, args);
   va_end(args);
   return s;
}

void memory_append(char **text, const char *format, ...)
{
   const size_t length = strlen(*text);
   va_list args;
   char *more;

   va_start(args, format);
   more = formatted(format, args);
   va_end(args);
   *text = memory_resize(*text, length + strlen(more) + 1, 1);
   strcpy(*text + length, more);
   free(more);
}

char *memory_joined(const char *const *words, const char *separator)
{
   char *text = memory_string("");

   for (size_t i = 0; words[i]; i++)
      memory_append(&text, "%s%s", i > 0 ? separator : "", words[i]);
   return text;
}

void memory_free_strings(char **strings, size_t count)
{
   for (size_t i = 0; i < count; i++)
      free(strings[i]);
   free(strings);
}

void memory_free_list(char **list)
{
   for (size_t i = 0; list[i]; i++)
      free(list[i]);
   free(list);
}

void *memory_grow(void *array, size_t count, size_t *room, size_t size)
{
   if (count < *room)
      return array;
   *room = *room ? *room * 2 : 16;
   return memory_resize(array, *room, size);
}
