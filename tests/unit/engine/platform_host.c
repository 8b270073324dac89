/* The hooks of platform.h for host programs: libc's.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "platform_host.h"

#include <malloc.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include "engine/platform.h"

static size_t pieces, heap, mapped, discards, discarded, populated;

size_t platform_host_pieces(void)
{
   return pieces;
}

size_t platform_host_heap(void)
{
   return heap;
}

size_t platform_host_mapped(void)
{
   return mapped;
}

static void *checked(void *p)
{
   if (p == NULL) {
      fputs("out of memory\n", stderr);
      exit(2);
   }
   return p;
}

void *platform_alloc(const char *cc, size_t n)
{
   void *p = checked(calloc(1, n ? n : 1));

   (void)cc;
   pieces++;
   heap += malloc_usable_size(p);
   return p;
}

void *platform_realloc(const char *cc, void *p, size_t n)
{
   (void)cc;
   if (p == NULL)
      pieces++;
   heap -= malloc_usable_size(p);
   p = checked(realloc(p, n ? n : 1));
   heap += malloc_usable_size(p);
   return p;
}

void platform_free(void *p)
{
   if (p)
      pieces--;
   heap -= malloc_usable_size(p);
   free(p);
}

void *platform_stack_grow(const char *cc, void *stack, size_t size,
                          size_t used, size_t *room)
{
   void *old = stack;

   (void)cc;
   if (*room < 2 * used)
      *room = 2 * used;
   pieces++;
   stack = checked(aligned_alloc(4096, (*room * size + 4095) & ~(size_t)4095));
   heap += malloc_usable_size(stack);
   memset(stack, 0, *room * size);
   if (old != NULL)
      memcpy(stack, old, used * size);
   platform_free(old);
   return stack;
}

bool platform_stack_has_place(const void *stack)
{
   (void)stack;
   return true;
}

size_t platform_stack_give_back(void *stack, size_t size, size_t used,
                                size_t room)
{
   (void)stack, (void)size, (void)used;
   return room;
}

void platform_stack_free(void *stack)
{
   platform_free(stack);
}

/* Under the address sanitizer from the heap, so that it sees the bounds. */
void *platform_map(size_t n)
{
   void *p;

   pieces++;
   mapped += n;
#ifdef __SANITIZE_ADDRESS__
   p = calloc(1, n);
#else
   p = mmap(NULL, n, PROT_READ | PROT_WRITE,
            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
   if (p == MAP_FAILED)
      p = NULL;
#endif
   return checked(p);
}

void platform_unmap(void *p, size_t n)
{
   pieces--;
   mapped -= n;
#ifdef __SANITIZE_ADDRESS__
   free(p);
#else
   if (munmap(p, n) != 0)
      platform_broken("munmap", __FILE__, __LINE__);
#endif
}

static uintptr_t mappings[PLATFORM_HOST_MAPPINGS][2];
static size_t mapping_count;

void platform_host_add_mapping(uintptr_t from, uintptr_t past)
{
   if (mapping_count == PLATFORM_HOST_MAPPINGS)
      abort();
   mappings[mapping_count][0] = from;
   mappings[mapping_count++][1] = past;
}

void platform_host_drop_mappings(void)
{
   mapping_count = 0;
}

void platform_each_mapping(void (*tell)(uintptr_t from, uintptr_t past))
{
   size_t i;

   for (i = 0; i < mapping_count; i++)
      tell(mappings[i][0], mappings[i][1]);
}

uintptr_t platform_touched_from(uintptr_t from, uintptr_t past, uintptr_t *end)
{
   uintptr_t at = from & ~(uintptr_t)4095;
   unsigned char here = 0;

   while (at < past && mincore((void *)at, 4096, &here) == 0 && !(here & 1))
      at += 4096;
   if (at >= past)
      return *end = past;
   *end = at + 4096 < past ? at + 4096 : past;
   return at > from ? at : from;
}

unsigned long platform_peak(void)
{
   struct rusage used;

   return getrusage(RUSAGE_SELF, &used) == 0 ? (unsigned long)used.ru_maxrss : 0;
}

uint64_t platform_resident(uintptr_t at, unsigned n)
{
   unsigned char pages[64];
   uint64_t bits = 0;
   unsigned i;

   if (mincore((void *)at, n * (size_t)4096, pages) == 0)
      for (i = 0; i < n; i++)
         bits |= (uint64_t)(pages[i] & 1) << i;
   return bits;
}

void platform_touched_begin(void)
{
}

void platform_touched_end(void)
{
}

void platform_copy(void *to, const void *from, size_t n)
{
   memcpy(to, from, n);
}

void platform_zero(void *p, size_t n)
{
   memset(p, 0, n);
}

void platform_sort(void *base, size_t count, size_t size,
               int (*compare)(const void *, const void *))
{
   qsort(base, count, size, compare);
}

void platform_broken(const char *what, const char *file, int line)
{
   fprintf(stderr, "%s:%d: broken: %s\n", file, line, what);
   abort();
}

bool platform_reserve(uintptr_t at, size_t n)
{
   void *p = mmap((void *)at, n, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE
                  | MAP_FIXED_NOREPLACE, -1, 0);

   if (p == MAP_FAILED)
      return false;
   if (p != (void *)at) {
      munmap(p, n);
      return false;
   }
   madvise(p, n, MADV_NOHUGEPAGE);
   return true;
}

void platform_unreserve(uintptr_t at, size_t n)
{
   munmap((void *)at, n);
}

size_t platform_host_populated(void)
{
   return populated;
}

void platform_populate(uintptr_t at, size_t n)
{
   (void)at;
   populated += n;
}

bool platform_move(uintptr_t to, uintptr_t from, size_t n)
{
   enum { DONTUNMAP = 4 };          /* older C libraries lack its name */

   return mremap((void *)from, n, n, MREMAP_MAYMOVE | MREMAP_FIXED | DONTUNMAP,
                 (void *)to) == (void *)to;
}

size_t platform_host_discards(void)
{
   return discards;
}

size_t platform_host_discarded(void)
{
   return discarded;
}

void platform_discard(uintptr_t at, size_t n)
{
   discards++;
   discarded += n;
   madvise((void *)at, n, MADV_DONTNEED);
}

void platform_give(uintptr_t at, size_t n)
{
   platform_discard(at, n);
}

void platform_take(uintptr_t at, size_t n)
{
   platform_populate(at, n);
}

void platform_drop(void)
{
}
