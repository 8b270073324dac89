/* Inlined calls: one activation each, with the cells that it reads, whatever
   the optimiser has made of the code.

   flags: -O1
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <alloca.h>
#include <setjmp.h>

#define INLINE static inline __attribute__((always_inline))
#define HOST static __attribute__((noinline))

volatile int sink;

/* A for loop. */
INLINE int sum(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += a[i] ^ i;
   return s;
}

/* A loop at the entry, whose head is the first instruction of its host. */
INLINE int length(const int *a)
{
   const int *p = a;

   while (*p > 0)
      p++;
   return p - a;
}

/* A loop in a loop. */
INLINE int pairs(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      for (int k = 0; k < n; k++)
         s += a[i] ^ a[k];
   return s;
}

/* It returns from within the loop. */
INLINE int find(const int *a, int n, int what)
{
   for (int i = 0; i < n; i++)
      if (a[i] == what)
         return i;
   return -1;
}

/* A loop of calls of an inlined routine. */
INLINE int prefixes(const int *a, int n)
{
   int s = 0;

   for (int i = 1; i <= n; i++)
      s += sum(a, i);
   return s;
}

__attribute__((noinline)) void outside(int i)
{
   sink += i;
}

/* A loop that calls a routine out of line. */
INLINE void each_outside(const int *a, int n)
{
   for (int i = 0; i < n; i++)
      outside(a[i]);
}

/* Jumps into and out of the loop. */
INLINE int jumps(const int *a, int n)
{
   int s = 0, i = 0;

   if (n > 5)
      goto middle;
again:
   if (i == n)
      return s;
   s += a[i++];
   if (s == -1)
      return 0;
middle:
   if (i < n) {
      s ^= a[i++] << 1;
      goto again;
   }
   return s;
}

static jmp_buf back;

__attribute__((noinline)) void leave_at(int i, int last)
{
   if (i == last)
      longjmp(back, 1);
}

/* A longjmp leaves it. */
INLINE void left(const int *a, int n)
{
   for (int i = 0; i < n; i++) {
      sink += a[i];
      leave_at(i, n / 2);
   }
}

/* It moves the stack pointer. */
INLINE int on_stack(const int *a, int n)
{
   int *copy = alloca(n * sizeof *copy), s = 0;

   for (int i = 0; i < n; i++)
      copy[i] = a[i] + sink;
   for (int i = n; i-- > 0; )
      s = 3 * s + copy[i];
   return s;
}

static int data[400];

static void on_signal(int number)
{
   sink += sum(data, number);
}

HOST int host_sum(int n)
{
   return sum(data, n);
}

HOST int host_length(const int *a)
{
   return length(a);
}

HOST int host_twice(int n)
{
   int s = sum(data, n);

   s = s * 31 + sum(data + 7, n + 1);
   return s;
}

HOST int host_loop(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++) {
      s += find(data, n, data[n - 1 - i]);
      outside(s);
   }
   return s;
}

HOST int host_nested(int n)
{
   return prefixes(data, n) + pairs(data, n);
}

HOST void host_call(int n)
{
   each_outside(data, n);
   outside(1);
   each_outside(data + n, n);
}

HOST int host_jumps(int n)
{
   return jumps(data, n) + 1;
}

HOST void host_left(int n)
{
   if (setjmp(back) == 0)
      left(data, n);
   else
      sink += sum(data, n);
}

HOST int host_stack(int n)
{
   return on_stack(data, n);
}

/* Recursion in which each activation has an inlined call. */
HOST int host_recursive(int n)
{
   return n == 0 ? 0 : sum(data, n) + host_recursive(n - 1) * 2;
}

/* The optimiser does not know the value. */
static int n(int value)
{
   static volatile int known;

   known = value;
   return known;
}

int main(void)
{
   for (int i = 0; i < 399; i++)
      data[i] = i + 1;
   sink = host_sum(n(10)) + host_sum(n(20)) + host_sum(n(30)); /* 10 20 30 */
   sink += host_length(data);                             /* length 400 */
   sink += host_length(data + 300);                       /* length 100 */
   sink += host_twice(n(40));                                /* sum 40 41 */
   sink += host_loop(n(12));                                 /* find 12 times */
   sink += host_nested(n(9));           /* prefixes, sum 1 to 9, pairs */
   host_call(n(25));                                    /* each_outside 2 */
   sink += host_jumps(n(4)) + host_jumps(n(16)) + host_jumps(n(17));
   host_left(n(24));                                         /* left, sum 24 */
   sink += host_stack(n(33));
   sink += host_recursive(n(8));                             /* sum 1 to 8 */
   signal(SIGUSR1, on_signal);
   raise(SIGUSR1);                                        /* sum 10 */
   return sink == 12345;
}
