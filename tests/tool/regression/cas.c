/* A compare-and-swap is a read, then a write, whether it succeeds or not.  The
   same holds for the other locked instructions.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int x __attribute__((aligned(16)));
static volatile long wide[2] __attribute__((aligned(16)));

ROUTINE int swap4(volatile int *p, int old, int new)
{
   int found = old;

   __asm__ volatile("lock cmpxchgl %2, %1"
                    : "+a"(found), "+m"(*p) : "r"(new) : "memory", "cc");
   return found;
}

ROUTINE long swap8(volatile long *p, long old, long new)
{
   long found = old;

   __asm__ volatile("lock cmpxchgq %2, %1"
                    : "+a"(found), "+m"(*p) : "r"(new) : "memory", "cc");
   return found;
}

ROUTINE long swap16(volatile long *p, long old)
{
   long found = old, high = 0;

   __asm__ volatile("lock cmpxchg16b %2"
                    : "+a"(found), "+d"(high), "+m"(*(volatile __int128 *)p)
                    : "b"(7L), "c"(0L) : "memory", "cc");
   return found;
}

/* One byte of a cell. */
ROUTINE int swap1(volatile char *p, char old, char new)
{
   char found = old;

   __asm__ volatile("lock cmpxchgb %2, %1"
                    : "+a"(found), "+m"(*p) : "q"(new) : "memory", "cc");
   return found;
}

ROUTINE int exchange(volatile int *p, int new)
{
   __asm__ volatile("xchgl %0, %1" : "+r"(new), "+m"(*p) : : "memory");
   return new;
}

ROUTINE int add(volatile int *p, int n)
{
   __asm__ volatile("lock xaddl %0, %1" : "+r"(n), "+m"(*p) : : "memory", "cc");
   return n;
}

ROUTINE void or(volatile int *p, int n)
{
   __asm__ volatile("lock orl %1, %0" : "+m"(*p) : "r"(n) : "memory", "cc");
}

/* Writes only: its reads afterwards are of its own writes. */
ROUTINE int store_swap(volatile int *p)
{
   *p = 1;
   return swap4(p, 1, 2);
}

/* Reads x; then a compare-and-swap of x in another thread fails; reads x
   again. */
ROUTINE int watch(void)
{
   int sum = x;

   reach(0);
   await(1);
   return sum + x;
}

static void *other(void *unused)
{
   await(0);
   swap4(&x, -1, 5);
   reach(1);
   return unused;
}

int main(void)
{
   pthread_t t;

   make_steps(2);
   must(swap4(&x, 0, 3) == 0 && x == 3, "success");
   must(swap4(&x, 0, 4) == 3 && x == 3, "failure");
   must(swap8(wide, 0, 5) == 0 && wide[0] == 5, "eight");
   must(swap8(wide, 0, 6) == 5, "eight");
   must(swap16(wide, 5) == 5 && wide[0] == 7, "sixteen");
   must(swap16(wide, 5) == 7, "sixteen");
   must(swap1((volatile char *)&x + 1, 0, 1) == 0 && x == 259, "one");
   must(exchange(&x, 8) == 259 && x == 8, "exchange");
   must(add(&x, 2) == 8 && x == 10, "add");
   or(&x, 1);
   must(x == 11, "or");
   must(store_swap(&x) == 1 && x == 2, "own");
   t = start(other, NULL);
   must(watch() == 4, "watch");
   pthread_join(t, NULL);
   return 0;
}
