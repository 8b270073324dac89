/* Demangled names: their brackets, and what stands behind the name itself.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_DEMANGLED_H
#define APROF_DEMANGLED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
   const char *name;
   size_t *partner;   /* of each byte: where its bracket's other one is; its own
                         place where it is none, or stands alone */
} demangled;

/* `name` must outlive them. */
void demangled_parse(demangled *b, const char *name);
void demangled_free(demangled *b);

/* Does a bracket open at i, or close there? */
bool demangled_opens(const demangled *b, size_t i);
bool demangled_closes(const demangled *b, size_t i);

/* The place after what stands at i: a pair of brackets with all that is in it,
   an operator's name, or a byte. */
size_t demangled_after(const demangled *b, size_t i);

/* A name without its parameters, and without a type that it stands inside of;
   the caller frees it. */
char *demangled_bare(const char *name);

/* Does a word stand at p, with its blank, that says of what object a method is:
   ` const`, ` &&` and the like? */
bool demangled_is_qualifier(const char *p);

/* The length of a name without ` [clone .xyz]` at its end. */
size_t demangled_unmarked(const char *name);

#endif
