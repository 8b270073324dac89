/* The hooks of engine/platform.h, by means of Valgrind's library.

   The hooks for the program's memory are in sys/segments.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/base.h"
#include "sys/oom_reserve.h"
#include "sys/pages.h"
#include "sys/shadow_address_space.h"
#include "sys/spare_memory.h"
#include "sys/stack_memory.h"
#include "sys/syscall.h"

void *platform_alloc(const char *cc, size_t n)
{
   return VG_(calloc)(cc, 1, n);
}

void *platform_realloc(const char *cc, void *p, size_t n)
{
   return VG_(realloc)(cc, p, n);
}

void platform_free(void *p)
{
   VG_(free)(p);
}

void *platform_stack_grow(const char *cc, void *stack, size_t size,
                          size_t used, size_t *room)
{
   SizeT n = *room;

   stack = stack_memory_grow(cc, stack, size, used, &n);
   *room = n;
   return stack;
}

size_t platform_stack_give_back(void *stack, size_t size, size_t used,
                                size_t room)
{
   return stack_memory_give_back(stack, size, used, room);
}

bool platform_stack_has_place(const void *stack)
{
   return stack_memory_has_place(stack);
}

void platform_stack_free(void *stack)
{
   stack_memory_free(stack);
}

void *platform_map(size_t n)
{
   void *p = pages_map(n);

   if (p == NULL)
      oom_reserve_end_program(n);
   return p;
}

void platform_unmap(void *p, size_t n)
{
   pages_unmap(p, n);
}

bool platform_reserve(uintptr_t at, size_t n)
{
   return shadow_address_space_reserve(at, n);
}

void platform_unreserve(uintptr_t at, size_t n)
{
   shadow_address_space_unreserve(at, n);
}

void platform_populate(uintptr_t at, size_t n)
{
   syscall_populate(at, n);
}

void platform_discard(uintptr_t at, size_t n)
{
   syscall_discard(at, n);
}

void platform_give(uintptr_t at, size_t n)
{
   spare_memory_give(at, n);
}

void platform_take(uintptr_t at, size_t n)
{
   spare_memory_take(at, n);
}

void platform_drop(void)
{
   spare_memory_drop();
}

bool platform_move(uintptr_t to, uintptr_t from, size_t n)
{
   return shadow_address_space_move(to, from, n);
}

void platform_copy(void *to, const void *from, size_t n)
{
   VG_(memcpy)(to, from, n);
}

void platform_zero(void *p, size_t n)
{
   VG_(memset)(p, 0, n);
}

void platform_sort(void *base, size_t count, size_t size,
                   int (*compare)(const void *, const void *))
{
   VG_(ssort)(base, count, size, compare);
}

void platform_broken(const char *what, const char *file, int line)
{
   VG_(assert_fail)(False, what, file, line, "core", "%s", "");
}
