/* Brackets in demangled names.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BRACKETS_H
#define APROF_BRACKETS_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
   const char *name;
   size_t *partner;   /* of each byte: where its bracket's other one is; its own
                         place where it is none, or stands alone */
} brackets;

/* `name` must outlive them. */
void brackets_read(brackets *b, const char *name);
void brackets_free(brackets *b);

/* Does a bracket open at i, or close there? */
bool brackets_opens(const brackets *b, size_t i);
bool brackets_closes(const brackets *b, size_t i);

/* The place after what stands at i: a pair of brackets with all that is in it,
   an operator's name, or a byte. */
size_t brackets_after(const brackets *b, size_t i);

#endif
