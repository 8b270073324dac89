/* A program passes a high address to mmap as a hint: it gets memory at another
   address, and finds its registers as they were.  An address that it requires
   it gets.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <errno.h>

#ifndef MAP_FIXED_NOREPLACE
#define MAP_FIXED_NOREPLACE 0x100000
#endif

enum { CELLS = 50, SIZE = 1 << 20 };

static const unsigned long end = 320ul << 30;    /* of the windows */

/* As kernel(), and sets *at_after to the register of the first argument after the
   call. */
static long map_much(unsigned long at, unsigned long size, int access,
                     int flags, unsigned long *at_after)
{
   long result;
   register long r10 __asm__("r10") = MAP_PRIVATE | MAP_ANONYMOUS | flags;
   register long r8 __asm__("r8") = -1;
   register long r9 __asm__("r9") = 0;

   __asm__ volatile("syscall"
                    : "=a"(result), "+D"(at)
                    : "a"(SYS_mmap), "S"(size), "d"(access), "r"(r10), "r"(r8),
                      "r"(r9)
                    : "rcx", "r11", "memory");
   *at_after = at;
   return result;
}

static long map(unsigned long at, int flags, unsigned long *at_after)
{
   return map_much(at, SIZE, PROT_READ | PROT_WRITE, flags, at_after);
}

ROUTINE int sum_below(const volatile int *a)
{
   int s = 0;

   for (int i = 0; i < CELLS; i++)
      s += a[i];
   return s;
}

ROUTINE int sum_above(const volatile int *a)
{
   int s = 0;

   for (int i = 0; i < 2 * CELLS; i++)
      s += a[i];
   return s;
}

static void use(unsigned long at, int flags)
{
   unsigned long after, got = map(at, flags, &after);

   must((long)got > 0, "mmap");
   must(after == at, "the register");
   must(!(flags & MAP_FIXED) || got == at, "the place");
   if (got < end)
      sum_below((const volatile int *)got);
   else
      sum_above((const volatile int *)got);
}

/* A program that unmaps what it gets instead, again and again, gets its
   address in the end. */
static void insist(unsigned long at)
{
   unsigned long after, got = 0;

   for (int i = 0; i < 200 && got != at; i++) {
      if (got != 0)
         must(munmap((void *)got, SIZE) == 0, "munmap");
      got = map(at, 0, &after);
   }
   must(got == at && after == at, "the place insisted on");
}

/* An address that must be free is got, or refused: the kernel gives no
   other. */
static void require_free(unsigned long at)
{
   unsigned long after, got = map(at, MAP_FIXED_NOREPLACE, &after);

   must(after == at, "the register");
   must(got == at || got == -(unsigned long)EEXIST, "the place, or EEXIST");
   if (got == at)
      must(munmap((void *)got, SIZE) == 0, "munmap");
}

/* The heap of a program is placed below, as small memory is; address space that
   it reserves, and can't access yet, is where it would like to have it. */
static void use_much(unsigned long at)
{
   enum { FLAGS = MAP_NORESERVE };
   const unsigned long size = 4ul << 30;
   unsigned long after, got;

   got = map_much(at, size, PROT_READ | PROT_WRITE, FLAGS, &after);
   must((long)got > 0 && after == at, "a large mmap");
   if (got < end)
      sum_below((const volatile int *)got);
   else
      sum_above((const volatile int *)got);
   at += 2 * size;
   got = map_much(at, size, PROT_NONE, FLAGS, &after);
   must(got == at && after == at, "the place of address space");
}

int main(void)
{
   for (unsigned long terabytes = 1; terabytes < 128; terabytes++)
      require_free(terabytes << 40);
   use(0, 0);
   use(1ul << 36, 0);
   use(end, 0);
   use(0xc0ul << 32, 0);
   use(0x3ful << 40, 0);
   use(0xc1ul << 32, MAP_FIXED);
   use_much(16ul << 40);
   insist(0xc2ul << 32);
   use(0xc3ul << 32, 0);
   return 0;
}
