/* A routine that waits for memory at one load, and a routine that waits for a
   branch that can't be predicted.

      waits ROUNDS [share|touch|ask|call|fill|others]

   share: only a routine that reads what another thread writes.
   touch: only a routine that writes to new pages.
   ask: only a system call.
   call: only a routine that calls another, 100,000 times in each round.
   fill: only a routine that writes to one line of the cache after the other,
   far apart, of more of them than a cache has.
   others: only routines that copy from line to line of the cache, that wait for
   each result (Horner's rule), and the branch, with numbers that are sorted and
   so can be predicted.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _DEFAULT_SOURCE
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>

enum { NODES = 1 << 18, NUMBERS = 300000 };

struct node {
   struct node *next;
   long value[7];
};

static struct node nodes[NODES];
static unsigned order[NODES];
static int numbers[NUMBERS];

__attribute__((noinline)) long chase(const struct node *p, long n)
{
   long sum = 0;

   while (n-- > 0) {
      sum += p->value[0];
      p = p->next;
   }
   return sum;
}

__attribute__((noinline)) long choose(const int *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++) {
      if (p[i] < 500) {
         sum += p[i];
         __asm__ volatile("" : "+r"(sum));
      } else {
         sum ^= p[i];
         __asm__ volatile("" : "+r"(sum) : : "memory");
      }
   }
   return sum;
}

static void *give(void *unused)
{
   for (int i = 0; i < NUMBERS; i++)
      numbers[i]++;
   return unused;
}

__attribute__((noinline)) long take(const int *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++) {
      sum += p[i];
      __asm__ volatile("" : "+r"(sum));
   }
   return sum;
}

static long share(long rounds)
{
   long sum = 0;

   for (long i = 0; i < 100 * rounds; i++) {
      pthread_t other;

      pthread_create(&other, NULL, give, NULL);
      pthread_join(other, NULL);
      sum += take(numbers, NUMBERS);
   }
   return sum;
}

#define PAGE 4096ul

__attribute__((noinline)) void touch(char *p, size_t pages)
{
   for (size_t i = 0; i < pages; i++)
      p[i * PAGE] = 1;
}

static void touch_new(long rounds)
{
   const size_t pages = 4096;

   for (long i = 0; i < rounds; i++) {
      char *p = mmap(NULL, pages * PAGE, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

      madvise(p, pages * PAGE, MADV_NOHUGEPAGE);
      touch(p, pages);
      munmap(p, pages * PAGE);
   }
}

/* A system call in which no thread can be cancelled. */
static void ask(long rounds)
{
   struct stat there;

   for (long i = 0; i < rounds * 100000; i++)
      if (stat("/proc/../proc/../proc/..", &there) != 0)
         abort();
}

__attribute__((noinline)) long call_often(long n)
{
   long sum = 0;

   while (n-- > 0)
      sum = sum * 5 % 999 + ldiv(n, 3).quot;
   return sum;
}

enum { LINE = 64, LINES = 1 << 20 };

/* The lines are far apart: no processor fetches them ahead. */
__attribute__((noinline)) void fill(char *p, long n)
{
   unsigned long line = 1;

   for (long i = 0; i < n; i++) {
      line = (line + 333667) % LINES;
      p[line * LINE] = (char)i;
   }
}

static void fill_often(long rounds)
{
   char *p = malloc((size_t)LINE * LINES);

   if (p == NULL)
      abort();
   memset(p, 1, (size_t)LINE * LINES);
   __asm__ volatile("" : : "r"(p) : "memory");
   while (rounds-- > 0)
      fill(p, LINES);
   free(p);
}

/* A number of each line. */
__attribute__((noinline)) void copy(struct node *to, const struct node *from,
                                    long n)
{
   for (long i = 0; i < n; i++)
      to[i].value[0] = from[i].value[1];
}

__attribute__((noinline)) double horner(const double *a, long n, double x)
{
   double sum = 0;

   for (long i = 0; i < n; i++)
      sum = sum * x + a[i];
   return sum;
}

static long others(long rounds)
{
   enum { FEW = 1000 };
   static double a[FEW];
   long sum = 0;

   for (int i = 0; i < FEW; i++) {
      a[i] = i;
      numbers[i] = i;
   }
   for (int i = 0; i < NODES / 4; i++)
      nodes[i].value[0] = nodes[i].value[1] = i;
   for (long i = 0; i < rounds; i++) {
      for (int j = 0; j < 3; j++)
         copy(nodes, nodes + NODES / 8, NODES / 8);
      for (int j = 0; j < 400; j++) {
         sum += horner(a, FEW, .5);
         __asm__ volatile("" : : : "memory");
      }
      for (int j = 0; j < 800; j++)
         sum += choose(numbers, FEW);
   }
   return sum;
}

int main(int argc, char **argv)
{
   const long rounds = argc > 1 ? atol(argv[1]) : 1;
   unsigned random = 1;
   long sum = 0;

   if (argc > 2 && strcmp(argv[2], "touch") == 0) {
      touch_new(rounds);
      return 0;
   }
   if (argc > 2 && strcmp(argv[2], "ask") == 0) {
      ask(rounds);
      return 0;
   }
   if (argc > 2 && strcmp(argv[2], "call") == 0) {
      printf("%ld\n", call_often(100000 * rounds));
      return 0;
   }
   if (argc > 2 && strcmp(argv[2], "fill") == 0) {
      fill_often(rounds);
      return 0;
   }
   if (argc > 2 && strcmp(argv[2], "others") == 0) {
      printf("%ld\n", others(rounds));
      return 0;
   }
   if (argc > 2) {
      printf("%ld\n", share(rounds));
      return 0;
   }
   for (unsigned i = 0; i < NODES; i++)
      order[i] = i;
   for (unsigned i = NODES - 1; i > 0; i--) {
      unsigned other, kept = order[i];

      random = random * 1664525 + 1013904223;
      other = (unsigned long)random * i >> 32;
      order[i] = order[other];
      order[other] = kept;
   }
   for (unsigned i = 0; i < NODES; i++)
      nodes[order[i]].next = &nodes[order[(i + 1) % NODES]];
   for (unsigned i = 0; i < NUMBERS; i++) {
      random = random * 1664525 + 1013904223;
      numbers[i] = (random >> 8) % 1000;
   }
   for (long i = 0; i < rounds; i++) {
      sum += chase(nodes, NODES);
      for (int j = 0; j < 4; j++)
         sum += choose(numbers, NUMBERS);
   }
   printf("%ld\n", sum);
}
