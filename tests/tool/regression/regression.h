/* What the programs of this suite share.

   Programs count memory cells, so nothing here accesses memory by itself:
   system calls are inline, and threads hand over to each other without a word
   in memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef REGRESSION_H
#define REGRESSION_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <unistd.h>

/* A routine as written: not inlined, cloned or merged, and its effects are not
   known to its callers. */
#ifdef __clang__
#define ROUTINE __attribute__((noinline, optnone))
#else
#define ROUTINE __attribute__((noipa))
#endif
#define INLINE static inline __attribute__((always_inline))

#define CELL 4   /* bytes, the default */

/* Reads the cells where a system call may have written. */
#define READER(name, cells)                      \
   ROUTINE long name(const volatile void *at)    \
   {                                             \
      const volatile int *a = at;                \
      long s = 0;                                \
                                                 \
      for (long i = 0; i < (cells); i++)         \
         s += a[i];                              \
      return s;                                  \
   }

/* Reads the first n of an array. */
#define READER_OF(name, array)                   \
   ROUTINE long name(int n)                      \
   {                                             \
      long s = 0;                                \
                                                 \
      for (int i = 0; i < n; i++)                \
         s += (array)[i];                        \
      return s;                                  \
   }

INLINE long kernel(long number, long a, long b, long c, long d, long e, long f)
{
   long result;
   register long r10 __asm__("r10") = d;
   register long r8 __asm__("r8") = e;
   register long r9 __asm__("r9") = f;

   __asm__ volatile("syscall"
                    : "=a"(result)
                    : "a"(number), "D"(a), "S"(b), "d"(c), "r"(r10), "r"(r8),
                      "r"(r9)
                    : "rcx", "r11", "memory");
   return result;
}

INLINE long kernel3(long number, long a, long b, long c)
{
   return kernel(number, a, b, c, 0, 0, 0);
}

/* The program can't test here what it should: say why, and exit. */
INLINE void require(int condition, const char *what)
{
   if (!condition) {
      fprintf(stderr, "%s\n", what);
      exit(77);
   }
}

/* A failure of the program itself. */
INLINE void must(int condition, const char *what)
{
   if (!condition) {
      fprintf(stderr, "failed: %s\n", what);
      exit(99);
   }
}

/* Hand-over without memory: step k waits at the read end of its own pipe until
   another thread closes the write end.  The descriptors are constants. */

#define FIRST_STEP 100
#define MAX_STEPS 100

static inline void make_steps(int n)
{
   int ends[2];

   must(n <= MAX_STEPS, "number of steps");
   for (int k = 0; k < n; k++) {
      must(pipe(ends) == 0, "pipe");
      must(dup2(ends[0], FIRST_STEP + 2 * k) >= 0, "dup2");
      must(dup2(ends[1], FIRST_STEP + 2 * k + 1) >= 0, "dup2");
      close(ends[0]);
      close(ends[1]);
   }
}

/* Nothing is ever in the pipe, so nothing is written to address 16. */
INLINE void await(long k)
{
   kernel3(SYS_read, FIRST_STEP + 2 * k, 16, 1);
}

INLINE void reach(long k)
{
   kernel3(SYS_close, FIRST_STEP + 2 * k + 1, 0, 0);
}

/* Writes `text` (of `length` bytes), the number in eight hexadecimal digits,
   and a newline to stdout, at a cost that does not depend on the number. */
static inline void tell(const char *text, long length, unsigned long number)
{
   char digits[9];

   for (int i = 0; i < 8; i++) {
      unsigned long digit = number >> (28 - 4 * i) & 15;
      digits[i] = '0' + digit + ((digit + 6) >> 4) * ('a' - '9' - 1);
   }
   digits[8] = '\n';
   kernel3(SYS_write, 1, (long)text, length);
   kernel3(SYS_write, 1, (long)digits, 9);
}

#define TELL(text, number) tell(text, sizeof text - 1, number)

static inline pthread_t start(void *(*body)(void *), void *argument)
{
   pthread_t t;

   must(pthread_create(&t, NULL, body, argument) == 0, "pthread_create");
   return t;
}

#endif
