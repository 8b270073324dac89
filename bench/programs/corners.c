/* Repeat one operation that most programs make only beside other work: tail
   calls, jumps out of several routines, threads and contexts that end soon,
   accesses to a little memory here and there, moves of memory, or cells that
   threads take from each other.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "kernel.h"
#include "../../tests/tool/regression/switch_stack.h"
#include <pthread.h>
#include <setjmp.h>
#include <string.h>
#include <sys/mman.h>

static uint64_t sum;

/* --- tail calls: an interpreter whose operations jump to each other --- */

enum { OPERATIONS = 16, PROGRAM = 1 << 12 };

typedef uint64_t operation(const uint8_t *at, uint64_t value, long left);

static operation *const operations[OPERATIONS];
static uint8_t program[PROGRAM];

#define OPERATION(n, what) \
   static uint64_t operation_##n(const uint8_t *at, uint64_t value, long left) \
   { \
      if (left == 0) \
         return value; \
      value = what; \
      at = at + 1 == program + PROGRAM ? program : at + 1; \
      return operations[*at](at, value, left - 1); \
   }

OPERATION(0, value + 1)
OPERATION(1, value * 3)
OPERATION(2, value ^ 5)
OPERATION(3, value << 1)
OPERATION(4, value - 7)
OPERATION(5, value | 1)
OPERATION(6, value >> 1)
OPERATION(7, ~value)
OPERATION(8, value + left)
OPERATION(9, value * 5)
OPERATION(10, value ^ (value >> 9))
OPERATION(11, value + (value << 3))
OPERATION(12, value - left)
OPERATION(13, value | 8)
OPERATION(14, value & ~2ull)
OPERATION(15, value + *at)

static operation *const operations[OPERATIONS] = {
   operation_0, operation_1, operation_2, operation_3, operation_4,
   operation_5, operation_6, operation_7, operation_8, operation_9,
   operation_10, operation_11, operation_12, operation_13, operation_14,
   operation_15,
};

static void tail_calls(long n)
{
   uint64_t state = 1;

   for (int i = 0; i < PROGRAM; i++)
      program[i] = next_random(&state) % OPERATIONS;
   for (long i = 0; i < n; i++)
      sum += operations[*program](program, i, 1000000);
}

/* --- jumps --- */

static jmp_buf back;

static __attribute__((noinline)) void descend(int depth)
{
   if (depth == 0)
      longjmp(back, 1);
   descend(depth - 1);
   __asm__ volatile("");
}

static void jumps(long n)
{
   for (volatile long i = 0; i < n; i++)
      if (setjmp(back) == 0)
         descend(5);
      else
         sum++;
}

/* --- threads --- */

static void *add(void *number)
{
   uint64_t *n = number;

   *n += 1;
   return NULL;
}

static void threads(long n)
{
   for (long i = 0; i < n; i++) {
      pthread_t thread;

      if (pthread_create(&thread, NULL, add, &sum) != 0)
         exit(1);
      pthread_join(thread, NULL);
   }
}

/* --- contexts --- */

enum { YIELDS = 300, STACK = 1 << 16 };

static void *home, *context;

static void generate(void)
{
   uint64_t own = 0;

   for (int i = 0;; i++) {
      for (int k = 0; k < 20; k++)
         own = own * 31 + i + k;
      sum += own;
      switch_stack(&context, home);
   }
}

/* Each context is left after this number of yields. */
static void contexts(long n)
{
   char *stack = room(STACK);

   for (long i = 0; i < n; i++) {
      context = prepared_stack(stack + STACK - 8, generate, NULL);
      for (int k = 0; k < YIELDS; k++)
         switch_stack(&home, context);
   }
}

/* --- memory --- */

static void *map(size_t bytes)
{
   void *p = mmap(NULL, bytes, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

   if (p == MAP_FAILED)
      exit(1);
   return p;
}

/* The first columns of a matrix whose rows are 64 KB. */
static void columns(long n)
{
   enum { ROWS = 10000, ROW = 1 << 14, COLUMNS = 100 };
   float (*matrix)[ROW] = map(sizeof(float) * ROWS * ROW);
   float total = 0;

   for (long i = 0; i < n; i++)
      for (int row = 0; row < ROWS; row++)
         for (int column = 0; column < COLUMNS; column++)
            total += matrix[row][column]++;
   sum += total > 0;
}

static void moves(long n)
{
   enum { BYTES = 1 << 24 };
   char *from = map(BYTES), *to = map(BYTES);

   memset(from, 1, BYTES);
   for (long i = 0; i < n; i++) {
      char *left = from;

      from = mremap(from, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
      if (from == MAP_FAILED)
         exit(1);
      to = left;
      for (int at = 0; at < BYTES; at += 4096)
         sum += from[at];
   }
}

/* Each of four threads adds to a quarter of all places, scattered over all of
   the memory, and in the next round to the places of another thread. */
enum { TAKERS = 4, PLACES = 1 << 21 };

static double *places;
static long rounds;
static pthread_barrier_t end_of_round;

static void *take(void *number)
{
   long own = (long)number;

   for (long r = 0; r < rounds; r++) {
      size_t first = (size_t)(own + r) % TAKERS * (PLACES / TAKERS);
      for (size_t i = first; i < first + PLACES / TAKERS; i++)
         places[i * 7919 % PLACES]++;
      pthread_barrier_wait(&end_of_round);
   }
   return NULL;
}

static void scattered(long n)
{
   pthread_t thread[TAKERS];

   rounds = n;
   places = map(sizeof *places * PLACES);
   pthread_barrier_init(&end_of_round, NULL, TAKERS);
   for (long i = 0; i < TAKERS; i++)
      if (pthread_create(&thread[i], NULL, take, (void *)i) != 0)
         exit(1);
   for (int i = 0; i < TAKERS; i++)
      pthread_join(thread[i], NULL);
   sum += (uint64_t)places[PLACES - 1];
}

int main(int argc, char **argv)
{
   static const struct { const char *name; void (*run)(long); } kinds[] = {
      { "tail-calls", tail_calls }, { "jumps", jumps },
      { "threads", threads }, { "contexts", contexts },
      { "columns", columns }, { "moves", moves },
      { "scattered", scattered },
   };
   long n = argc == 3 ? strtol(argv[2], NULL, 10) : 0;

   for (size_t i = 0; n > 0 && i < sizeof kinds / sizeof *kinds; i++)
      if (strcmp(argv[1], kinds[i].name) == 0) {
         kinds[i].run(n);
         printf("%llu\n", (unsigned long long)sum);
         return 0;
      }
   fprintf(stderr, "usage: %s tail-calls|jumps|threads|contexts|columns|moves|"
                   "scattered NUMBER\n", argv[0]);
   return 2;
}
