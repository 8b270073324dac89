/* Heap memory whose requests never fail: if memory runs out, the command ends
   with one line, so that no caller has to check.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_MEMORY_H
#define APROF_BASE_MEMORY_H

#include <stddef.h>

/* As calloc. */
void *memory_new(size_t count, size_t size);
/* As reallocarray. */
void *memory_resize(void *p, size_t count, size_t size);
char *memory_string(const char *s);
/* Return a copy of the first `length` bytes of a string, which has at least as
   many. */
char *memory_part(const char *s, size_t length);
/* Return a formatted string. */
char *memory_format(const char *format, ...)
   __attribute__((format(printf, 1, 2)));

/* Add formatted text to a string, which may move. */
void memory_append(char **text, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

/* Return the words of a list that NULL ends, with a separator between them. */
char *memory_joined(const char *const *words, const char *separator);

/* Free an array of strings with the strings. */
void memory_free_strings(char **strings, size_t count);
/* The same of a list that NULL ends. */
void memory_free_list(char **list);

/* Make room for one more element in an array of `count` elements with room for
   *room; return the array, which may have moved. */
void *memory_grow(void *array, size_t count, size_t *room, size_t size);

#endif
