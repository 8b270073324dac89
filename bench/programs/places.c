/* Sort numbers in the main program, in a signal handler, in a user context, in
   a hundred user contexts by turns, or in memory that is requested at a high
   address, as runtimes with a garbage collector request it.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "kernel.h"
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <ucontext.h>

enum { CONTEXTS = 100, TURNS = 10, STACK = 1 << 16 };

static uint32_t *numbers;
static long count;

static void sift_down(uint32_t *v, long at, long n)
{
   uint32_t x = v[at];

   for (long child; (child = 2 * at + 1) < n; at = child) {
      child += child + 1 < n && v[child] < v[child + 1];
      if (v[child] <= x)
         break;
      v[at] = v[child];
   }
   v[at] = x;
}

static __attribute__((noinline)) void heap_sort(uint32_t *v, long n)
{
   for (long i = n / 2; i-- > 0; )
      sift_down(v, i, n);
   while (--n > 0) {
      uint32_t x = v[0];
      v[0] = v[n];
      v[n] = x;
      sift_down(v, 0, n);
   }
}

static void sort_all(void)
{
   heap_sort(numbers, count);
}

static void handler(int signal)
{
   (void)signal;
   sort_all();
}

static ucontext_t home, contexts[CONTEXTS];

static void start(ucontext_t *c, void (*f)(void))
{
   getcontext(c);
   c->uc_stack.ss_sp = room(STACK);
   c->uc_stack.ss_size = STACK;
   c->uc_link = &home;
   makecontext(c, f, 0);
   swapcontext(&home, c);
}

static int current;

/* Sort the part of a context, in as many pieces as there are turns. */
static void sort_part(void)
{
   int own = current;
   long part = count / CONTEXTS / TURNS;

   for (int i = 0; i < TURNS; i++) {
      heap_sort(numbers + (own * TURNS + i) * part, part);
      swapcontext(&contexts[own], &home);
   }
}

static void by_turns(void)
{
   for (current = 0; current < CONTEXTS; current++)
      start(&contexts[current], sort_part);
   for (int i = 1; i < TURNS; i++)
      for (int k = 0; k < CONTEXTS; k++)
         swapcontext(&home, &contexts[k]);
}

int main(int argc, char **argv)
{
   const char *where = argc == 3 ? argv[1] : "";
   uint64_t state = 1, sum = 0;
   void *at = strcmp(where, "high") == 0 ? (void *)0xc000000000 : NULL;

   count = argc == 3 ? strtol(argv[2], NULL, 10) : 0;
   if (count <= 0) {
      fprintf(stderr, "usage: %s main|handler|context|contexts|high NUMBERS\n",
              argv[0]);
      return 2;
   }
   numbers = mmap(at, count * sizeof *numbers, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   if (numbers == MAP_FAILED)
      return 1;
   for (long i = 0; i < count; i++)
      numbers[i] = next_random(&state);
   if (strcmp(where, "handler") == 0) {
      signal(SIGUSR1, handler);
      raise(SIGUSR1);
   } else if (strcmp(where, "context") == 0)
      start(&contexts[0], sort_all);
   else if (strcmp(where, "contexts") == 0)
      by_turns();
   else
      sort_all();
   for (long i = 0; i < count; i++)
      sum = sum * 31 + numbers[i];
   printf("%llu\n", (unsigned long long)sum);
   return 0;
}
