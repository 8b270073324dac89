/* Heap memory that is always there: running out of it ends the command with
   one line, so that no caller has to check.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MEMORY_H
#define APROF_MEMORY_H

#include <stddef.h>

/* As malloc, zeroed; `count` things of `size` bytes. */
void *memory_new(size_t count, size_t size);
/* As reallocarray. */
void *memory_resize(void *p, size_t count, size_t size);
char *memory_string(const char *s);
/* The first `length` bytes of a string, which has as many. */
char *memory_part(const char *s, size_t length);
/* A formatted string. */
char *memory_format(const char *format, ...)
   __attribute__((format(printf, 1, 2)));

/* Makes room for one more thing in an array of `count` that has room for
   *room; returns the array, which may have moved. */
void *memory_grow(void *array, size_t count, size_t *room, size_t size);

#endif
