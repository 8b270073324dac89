/* Inlined calls whose instructions the optimiser has mixed with those of their
   host, which makes no second activation and loses no read.

   flags: -O2
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define INLINE static inline __attribute__((always_inline))
#define HOST static __attribute__((noipa))

struct list {
   const int *elements;
   int n;
};

volatile int sink;
double half;
static int data[400];

INLINE int sum(const struct list *l)
{
   int s = 0;

   for (int i = 0; i < l->n; i++)
      s += l->elements[i] ^ i;
   return s;
}

/* The scheduler loads l->n of `sum` while the product is computed: before the
   store of the host, and the branch of `sum` follows. */
HOST int host_scheduled(const struct list *l, int k)
{
   half = k * k * 0.5;
   return sum(l);
}

INLINE int parts(const int *a, int n, int seed)
{
   int s = 0, i = 0;

   while (a[i] > 0)
      s ^= a[i++];
   if (s & 1)
      s += seed * n;
   for (i = 0; i < n; i++)
      s = s * 3 + a[i];
   return s;
}

/* The seed is computed where it is used: after the first loop of `parts`, in a
   block that begins with instructions of the host and may end with a branch to
   the host. */
HOST int host_sunk(const int *a, int n, int k)
{
   int seed = (k * 7 ^ n) + 3;

   return parts(a, n, seed) ^ k;
}

volatile int never;

INLINE int zeros(const int *a, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++) {
      __asm__ volatile("testl %0, %0\n\t"
                       "jz .Laside\n"
                       ".Lback:" : : "r"(a[i]) : "cc", "memory");
      s += a[i];
   }
   return s;
}

/* Two blocks of the host in a row lead from a block of `zeros` to another. */
HOST int host_aside(const int *a, int n)
{
   int s = zeros(a, n);

   if (never)
      __asm__ volatile(".Laside: testl $1, %0\n\t"
                       "jnz .Lodd\n\t"
                       "jmp .Lback\n"
                       ".Lodd: jmp .Lback" : : "m"(never) : "cc", "memory");
   return s + 1;
}

int main(void)
{
   static int some[40];

   for (int i = 0; i < 40; i++)
      some[i] = i % 3;
   for (int n = 20; n <= 40; n += 10)
      sink += host_aside(some, n);
   for (int i = 0; i < 399; i++)
      data[i] = 1;
   for (int n = 10; n <= 30; n += 10) {
      struct list l = { data, n };

      sink += host_scheduled(&l, n);
   }
   for (int n = 11; n <= 31; n += 10)      /* odd: the seed is used */
      sink += host_sunk(data + 399 - n, n, sink);
   return sink == 12345;
}
