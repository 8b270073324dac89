/* The hooks of engine/platform.h, by means of Valgrind's library.

   The hooks for the program's memory are in sys/segments.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/base.h"
#include "sys/oom_reserve.h"
#include "sys/pages.h"
#include "sys/shadow_address_space.h"
#include "sys/syscall.h"

void *plat_alloc(const char *cc, size_t n)
{
   return VG_(calloc)(cc, 1, n);
}

void *plat_realloc(const char *cc, void *p, size_t n)
{
   return VG_(realloc)(cc, p, n);
}

void plat_free(void *p)
{
   VG_(free)(p);
}

void *plat_map(size_t n)
{
   void *p = pages_map(n);

   if (p == NULL)
      ap_end_without_memory(n);
   return p;
}

void plat_unmap(void *p, size_t n)
{
   pages_unmap(p, n);
}

bool plat_reserve(uintptr_t at, size_t n)
{
   return ap_own_reserve(at, n);
}

void plat_unreserve(uintptr_t at, size_t n)
{
   ap_own_unreserve(at, n);
}

void plat_populate(uintptr_t at, size_t n)
{
   ap_syscall_populate(at, n);
}

void plat_discard(uintptr_t at, size_t n)
{
   ap_syscall_discard(at, n);
}

void plat_copy(void *to, const void *from, size_t n)
{
   VG_(memcpy)(to, from, n);
}

void plat_zero(void *p, size_t n)
{
   VG_(memset)(p, 0, n);
}

void plat_sort(void *base, size_t count, size_t size,
               int (*compare)(const void *, const void *))
{
   VG_(ssort)(base, count, size, compare);
}

void plat_broken(const char *what, const char *file, int line)
{
   VG_(assert_fail)(False, what, file, line, "core", "%s", "");
}
