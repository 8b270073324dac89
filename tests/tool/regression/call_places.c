/* The lines in which routines are called: by direct calls, through pointers and
   procedure linkage tables, by jumps, and by inlined calls.

   flags: -O2 -gdwarf-4 -Wno-nonnull
   compiler: gcc
   output: prof.%p
   varies: yes
   system: seen
   same: --vex-guest-max-insns=5
   same: --vex-guest-chase=yes
   same: --vex-iropt-unroll-thresh=0

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <setjmp.h>
#include <sys/wait.h>

#define COLD __attribute__((cold))
#define INLINED static inline __attribute__((always_inline))

typedef long routine(const int *, long);

static volatile int cells[100];
static volatile long many, never, one = 1;
static routine *volatile pointer;
static jmp_buf back;

ROUTINE long leaf(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long other(const int *a, long n)
{
   return a[n] + a[0];
}

#line 100
ROUTINE long direct(const int *a, long n)
{
   long s = leaf(a, n);        /* 102 */

   s += leaf(a, n + 1)         /* 104 */
        + leaf(a, 2);          /* 105 */
   if (never)
      s += leaf(a, 3);         /* never called */
   if (one)
      s += other(a, 3);        /* 109 */
   for (long i = 0; i < 3; i++) {
      if (i > 0) s += leaf(a, i) ^ 1;          /* 111 */
      if (i == 2) s += leaf(a, i + 1) * 3;     /* 112 */
   }
   return s;
}

#line 200
ROUTINE long indirect(const int *a, long n)
{
   long s = pointer(a, n);     /* 202: both */

   s += pointer(a, n) ^ 3;     /* 204: both */
   return s;
}

#line 300
ROUTINE long jumps(const int *a, long n)
{
   return leaf(a, n + 1);      /* 302: a jump */
}

ROUTINE long jumps_far(const char *a, char *b)
{
   return (long)strrchr(b, *a);   /* 307: a jump to a stub */
}

ROUTINE long chain(const int *a, long n)
{
   return jumps(a, n + 1);     /* 312 */
}

#line 400
ROUTINE size_t linked(const char *text, char *to)
{
   size_t n = strlen(text);    /* 402 */

   memcpy(to, text, n + 1);    /* 404 */
   n += strlen(to + one);      /* 405 */
   return n;
}

#line 500
ROUTINE long deep(const int *a, long n)
{
   if (n == 0)
      return leaf(a, 3);       /* 503 */
   return deep(a, n - 1)       /* 504 */
          ^ (deep(a, 0) + n);  /* 505 */
}

#line 600
INLINED long rounds(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += leaf(a, i) ^ a[i];  /* 605 */
   return s;
}

INLINED long plain(const int *a)
{
   return leaf(a, 4) ^ 1;      /* no loop: not measured */
}

ROUTINE long host(const int *a, long n)
{
   long s = rounds(a, n);

   s += leaf(a, 7);            /* 618 */
   s += plain(a);              /* 619 */
   return s + rounds(a, 3);
}

#line 700
COLD ROUTINE long cold(const int *a, long n)
{
   return leaf(a, n) ^ 5;      /* 702 */
}

ROUTINE long split(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      if (__builtin_expect(a[i] == 0, 0))
         s += cold(a, i) + leaf(a, one);    /* 711: in split.cold */
   return s + 1;
}

#line 800
ROUTINE long generated(const int *a, long n)
{
   long s = leaf(a, n);        /* 802 */
#line 17 "rules.grammar"
   s += leaf(a, 2);            /* 17@rules.grammar */
#line 805 "call_places.c"
   return s;
}

#line 900
ROUTINE long leaves(const int *a)
{
   if (setjmp(back) == 0)
      longjmp(back, (int)leaf(a, 4) + 1);   /* 903 */
   return leaf(a, 5) ^ 1;      /* 904 */
}

#line 1000
static void *thread(void *a)
{
   return (void *)leaf(a, 9) + one;   /* 1002 */
}


#line 1100
ROUTINE long more_than_four(const int *a)
{
   long s = 0;

   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   s += leaf(a, 1) + one;
   return s;
}

#line 1200
ROUTINE long in_child(const int *a)
{
   return leaf(a, 2) ^ 1;      /* 1202 */
}

ROUTINE long in_both(const int *a, long n)
{
   if (n == 0)
      return leaf(a, 2) ^ 1;   /* 1208 */
   return leaf(a, 2) ^ 2;      /* 1209 */
}

int main(void)
{
   const int *a = (const int *)cells;
   char to[32];
   pthread_t t;
   pid_t pid;
   int status;

   direct(a, 3);
   pointer = leaf;
   indirect(a, 3);
   pointer = other;
   indirect(a, 3);
   jumps(a, 3);
   jumps_far("a", strcpy(to, "bark"));
   chain(a, 3);
   linked("text", to);
   deep(a, 3);
   host(a, 5);
   split(a, 4);
   generated(a, 5);
   leaves(a);
   more_than_four(a);
   must(pthread_create(&t, NULL, thread, (void *)a) == 0, "thread");
   pthread_join(t, NULL);
   in_both(a, 0);
   pid = fork();
   must(pid >= 0, "fork");
   if (pid == 0) {
      in_child(a);
      in_both(a, 1);
      exit(0);
   }
   must(wait(&status) > 0, "child");
   TELL("profile parent ", getpid());
   TELL("profile child ", pid);
   many = never;
   return 0;
}
