/* Boehm's collector in place of malloc.  Nothing is freed, so it collects.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include <gc.h>

#define malloc(n) GC_malloc(n)
#define calloc(n, size) GC_malloc((n) * (size))
#define realloc(p, n) GC_realloc(p, n)
#define free(p) ((void)(p))
#define aligned_alloc(alignment, n) GC_memalign(alignment, n)
#define posix_memalign(p, alignment, n) GC_posix_memalign(p, alignment, n)
