/* Demangled names: their brackets, and the name without its surroundings.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_DEMANGLED_H
#define APROF_NAMES_DEMANGLED_H

#include <stdbool.h>
#include <stddef.h>

typedef struct {
   const char *name;
   size_t *partner;   /* of each byte: the place of its bracket's partner; its
                         own place if it is no bracket, or has no partner */
} demangled;

/* Find the brackets of a name, which must outlive `b`; demangled_free frees
   them. */
void demangled_parse(demangled *b, const char *name);
void demangled_free(demangled *b);

/* Return whether a bracket with a partner opens at i. */
bool demangled_opens(const demangled *b, size_t i);

/* Return the place after the unit at i: a pair of brackets with its contents,
   the name of an operator, or a byte. */
size_t demangled_after(const demangled *b, size_t i);

/* Return a name without its parameters, and without a type around it; the
   caller frees it. */
char *demangled_bare(const char *name);

/* Remove the compiler's tags from a name (`f[abi:cxx11]`, of a function that returns
   a std::string): no source writes them. */
void demangled_remove_tags(char *name);

/* Return the last part of a name, without scopes, tags, parameters and a type around
   it, as the debug information has it where it has no linkage name: that of
   `void a::find<int>(char*)` is `find<int>`.  The caller frees it. */
char *demangled_last(const char *name);

/* Return whether a qualifier of the object of a method is at p, with its blank:
   ` const`, ` &&` and the like. */
bool demangled_is_qualifier(const char *p);

/* Return the length of a name without ` [clone .xyz]` at its end. */
size_t demangled_unmarked(const char *name);

#endif
