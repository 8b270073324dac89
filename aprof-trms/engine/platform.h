/* The hooks through which the engine uses its surroundings, and nothing else.

   Everything in engine/ is compiled twice: into the Valgrind tool, where there
   is no libc (sys/platform_valgrind.c implements these hooks with
   pub_tool_*.h), and into host programs (tests/unit/engine/platform_host.c
   implements them with libc).  Only freestanding headers may be included here.

   Running out of memory is not reported: then the hooks do not return.  In the
   tool Valgrind ends with its own message.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLATFORM_H
#define APROF_PLATFORM_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* Return n bytes of heap memory, zeroed, aligned to 16 bytes.  cc: the cost
   centre for --profile-heap. */
void *platform_alloc(const char *cc, size_t n);
/* As realloc; bytes beyond the old size are not zeroed. */
void *platform_realloc(const char *cc, void *p, size_t n);
/* As free: NULL is ignored. */
void platform_free(void *p);

/* Reserve address space at exactly this place: zeroed, taking memory only where
   it is touched, in small pages.  False: it can't be had. */
bool platform_reserve(uintptr_t at, size_t n);
void platform_unreserve(uintptr_t at, size_t n);
/* Take memory for the whole pages of a part of it now, if that is cheaper than
   page by page.  A hint. */
void platform_populate(uintptr_t at, size_t n);
/* Make whole pages of it zero again, so that they take no memory. */
void platform_discard(uintptr_t at, size_t n);
/* The same two where what is given back here is soon needed there: up to 16 whole
   blocks, at multiples of their size, are kept, and moved to where memory is needed
   and no page was touched.  platform_drop gives back what is kept. */
enum { PLATFORM_BLOCK = 1 << 18 };
void platform_give(uintptr_t at, size_t n);
void platform_take(uintptr_t at, size_t n);
void platform_drop(void);

static inline uintptr_t platform_block_down(uintptr_t at)
{
   return at & ~((uintptr_t)PLATFORM_BLOCK - 1);
}

static inline uintptr_t platform_block_up(uintptr_t at)
{
   return platform_block_down(at + PLATFORM_BLOCK - 1);
}

/* Move what whole pages of it have to other pages, which are zero, without a
   copy; they are zero afterwards.  False: that can't be done, or not all of it,
   and what was not moved is where it was. */
bool platform_move(uintptr_t to, uintptr_t from, size_t n);

/* Call `f` for all memory that the program has, and maybe for more: [from,
   past). */
void platform_each_mapping(void (*f)(uintptr_t from, uintptr_t past));
/* Find the first pages of [from, past), in reserved address space, that may be
   other than 0: return where they begin, and in *end where they end, or where
   nothing more is known.  No page is touched for that.  `past` is returned
   where there are none. */
uintptr_t platform_touched_from(uintptr_t from, uintptr_t past,
                                uintptr_t *end);
/* Return a bit for each of n pages, at most 64, from the page at `at` on: is it
   likely in memory?  One that is not may be other than 0 all the same, if the
   kernel has put it into swap space. */
uint64_t platform_resident(uintptr_t at, unsigned n);
/* Return the most memory that the process has had resident so far, in KB; 0: that
   is not known. */
unsigned long platform_peak(void);
/* Many calls of platform_touched_from will come: they are cheaper in between.
   Such pairs may be nested. */
void platform_touched_begin(void);
void platform_touched_end(void);

/* Memory for a stack, which may become very deep.  Make room for at least *room
   elements of `size` bytes, more than there was room for, of which the first
   `used` are in use; the others are zero.  Return where the stack is now, and
   set *room.  stack: NULL at first. */
void *platform_stack_grow(const char *cc, void *stack, size_t size,
                          size_t used, size_t *room);
/* A stack with this room has shrunk: give back what lies far above the `used`
   elements, and is zero again after that.  Return the room that is left. */
size_t platform_stack_give_back(void *stack, size_t size, size_t used,
                                size_t room);
/* Is the stack in whole pages of its own, from its first element on, so that
   platform_discard can be used? */
bool platform_stack_has_place(const void *stack);
void platform_stack_free(void *stack);

/* Return whole pages, zeroed, for shadow memory.  platform_unmap gets the same
   n. */
void *platform_map(size_t n);
void platform_unmap(void *p, size_t n);

/* As memcpy, memset with 0, and qsort. */
void platform_copy(void *to, const void *from, size_t n);
void platform_zero(void *p, size_t n);
void platform_sort(void *base, size_t count, size_t size,
                   int (*compare)(const void *, const void *));

/* End the program: an invariant of the engine is broken. */
void platform_broken(const char *what, const char *file, int line)
   __attribute__((noreturn));
#define PLATFORM_ASSERT(x) \
   ((x) ? (void)0 : platform_broken(#x, __FILE__, __LINE__))

#endif
