/* Variants of one routine for different processors, of which the dynamic linker
   chooses one when the program starts (STT_GNU_IFUNC): the machine may run
   __strcmp_evex, and Valgrind __strcmp_avx2.

   The name of a variant is that of the routine, perhaps with underscores before
   it, and a suffix behind `_` or `.`, or ` [clone .avx2]` in C++.  What the
   routines are is said by the image's symbols, so that no list of processors is
   needed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_VARIANTS_H
#define APROF_SAMPLES_VARIANTS_H

#include <stddef.h>

/* The routines of an image that have variants. */
typedef struct {
   char **names;                      /* ascending, without underscores before
                                         them */
   size_t count, room;
} variants;

/* Read the symbols of an image; without a readable file there are none. */
void variants_read(variants *v, const char *path);
void variants_add(variants *v, const char *routine);
/* Sort the names that were added. */
void variants_sort(variants *v);
void variants_free(variants *v);

/* Return the routine, without underscores before it, of which `name` is a
   variant; NULL if there is none: the routine's own name is that of the code
   that chooses.  It is of v. */
const char *variants_routine(const variants *v, const char *name);

#endif
