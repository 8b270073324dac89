/* What the algorithm needs of its surroundings, and nothing else.

   Everything in core/ is compiled twice: into the Valgrind tool, where there
   is no libc (sys/platform_valgrind.c implements these hooks with pub_tool_*.h), and
   into host programs (tests/unit/platform_host.c implements them with libc).
   Only freestanding headers may be included here.

   Running out of memory is not reported: the hooks do not return then.  In
   the tool Valgrind ends with its own message.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLATFORM_H
#define APROF_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Heap memory, zeroed, aligned to 16 bytes.  `cc` names the cost centre for
   --profile-heap. */
void *plat_alloc(const char *cc, size_t n);
/* As realloc; what is new is not zeroed. */
void *plat_realloc(const char *cc, void *p, size_t n);
void plat_free(void *p);          /* NULL: nothing */

/* Reserves address space at exactly this place: zeroed, taking memory only
   where it is touched, in small pages.  False: it can't be had. */
bool plat_reserve(uintptr_t at, size_t n);
void plat_unreserve(uintptr_t at, size_t n);
/* Takes memory for the whole pages of a part of it now, where that is cheaper
   than page by page; no more than a hint. */
void plat_populate(uintptr_t at, size_t n);
/* Whole pages of it are zero again and take no memory. */
void plat_discard(uintptr_t at, size_t n);

/* Tells of all memory that the program has, and maybe of more. */
void plat_each_mapping(void (*tell)(uintptr_t from, uintptr_t past));
/* The first place in [from, past) of reserved address space that may be other
   than 0, for all that is known; `past` or more: there is none. */
uintptr_t plat_touched_from(uintptr_t from, uintptr_t past);

/* Whole pages, zeroed, for shadow memory; `n` must be the same at both. */
void *plat_map(size_t n);
void plat_unmap(void *p, size_t n);

/* As memcpy, memset with 0, and qsort. */
void plat_copy(void *to, const void *from, size_t n);
void plat_zero(void *p, size_t n);
void plat_sort(void *base, size_t count, size_t size,
               int (*compare)(const void *, const void *));

/* Ends the program: an invariant of ours is broken. */
void plat_broken(const char *what, const char *file, int line)
   __attribute__((noreturn));
#define PLAT_ASSERT(x) \
   ((x) ? (void)0 : plat_broken(#x, __FILE__, __LINE__))

#endif
