/* Loops that fill memory, one for each run.

       fills NAME

   Those in the first list make ROUNDS fills of BYTES each, and change a tenth of
   them in between, if the list says so.  Those in the second one fill as ordinary
   programs do.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define NOINLINE __attribute__((noinline, noclone, noipa, unused))

enum { ROUNDS = 200, BYTES = 8192, FEW = 192 };

static char in_file[BYTES] = { 1 };   /* its memory is a file's */
static char *memory;
static volatile long sink;

/* --- one fill each: the loop is the same, whatever the compiler is --- */

#define LOOP(name, store, step)                                               \
   NOINLINE static void name(char *at, char *past)                            \
   {                                                                          \
      __asm__ volatile("1: " store "; add $" #step ", %0; cmp %1, %0; jb 1b"  \
                       : "+r"(at) : "r"(past), "r"(0L), "x"(0.0)              \
                       : "memory", "cc", "rax", "xmm1");                      \
   }

LOOP(bytes_1, "movb %b2, (%0)", 1)
LOOP(bytes_2, "movw %w2, (%0)", 2)
LOOP(bytes_4, "movl %k2, (%0)", 4)
LOOP(bytes_8, "movq %q2, (%0)", 8)
LOOP(bytes_16, "movups %3, (%0)", 16)
LOOP(two_stores, "movq %q2, (%0); movq %q2, 8(%0)", 16)
LOOP(fields, "movl %k2, (%0)", 16)
LOOP(far_fields, "movl %k2, (%0)", 128)
LOOP(with_variables,
     "movq -64(%%rsp), %%rax; movq %%rax, -72(%%rsp); movl %k2, (%0)", 4)
LOOP(reads_too, "movzbl 1(%0), %%eax; movb %b2, (%0)", 1)
LOOP(one_place, "movl %k2, -64(%%rsp)", 4)

#define LOOP_DOWN(name, store, step)                                          \
   NOINLINE static void name(char *at, char *past)                            \
   {                                                                          \
      __asm__ volatile("1: sub $" #step ", %1; " store "; cmp %0, %1; ja 1b"  \
                       : "+r"(at), "+r"(past) : "r"(0L) : "memory", "cc");    \
   }

LOOP_DOWN(down_1, "movb %b2, (%1)", 1)
LOOP_DOWN(down_8, "movq %q2, (%1)", 8)
LOOP_DOWN(down_fields, "movl %k2, (%1)", 16)

/* Turns that are near each other, and fill nothing: each stores to one of two
   places. */
NOINLINE static void by_turns(char *at, char *past)
{
   __asm__ volatile("mov %0, %%rcx; xor %%eax, %%eax; "
                    "1: xor $32, %%rax; movl %k2, (%%rcx, %%rax); "
                    "add $4, %0; cmp %1, %0; jb 1b"
                    : "+r"(at) : "r"(past), "r"(0L)
                    : "memory", "cc", "rax", "rcx");
}

NOINLINE static void string_bytes(char *at, char *past)
{
   size_t n = past - at;

   __asm__ volatile("rep stosb" : "+D"(at), "+c"(n) : "a"(0) : "memory");
}

NOINLINE static void string_words(char *at, char *past)
{
   size_t n = (past - at) / 8;

   __asm__ volatile("rep stosq" : "+D"(at), "+c"(n) : "a"(0L) : "memory");
}

typedef struct {
   const char *name;
   void (*fill)(char *at, char *past);
   char *at;                          /* NULL: in `memory` */
   long bytes;
   int changed;                       /* one of so many bytes; 0: none */
} one_fill;

#define FILL(name)       { #name, name, NULL, BYTES, 0 }

static const one_fill ones[] = {
   FILL(bytes_1), FILL(bytes_2), FILL(bytes_4), FILL(bytes_8), FILL(bytes_16),
   FILL(two_stores), FILL(fields), FILL(far_fields), FILL(with_variables),
   FILL(down_1), FILL(down_8), FILL(down_fields), FILL(by_turns),
   FILL(reads_too), FILL(one_place), FILL(string_bytes), FILL(string_words),
   { "changed", bytes_1, NULL, BYTES, 10 },
   { "down_changed", down_1, NULL, BYTES, 10 },
   { "all_changed", bytes_4, NULL, BYTES, 1 },
   { "string_changed", string_bytes, NULL, BYTES, 10 },
   { "string_static", string_bytes, in_file, BYTES, 0 },
   { "few_bytes", bytes_4, NULL, FEW, 0 },
};

static void repeat(const one_fill *f)
{
   char *at = f->at ? f->at : memory;

   memset(at, 0, f->bytes);
   for (int i = 0; i < ROUNDS; i++) {
      f->fill(at, at + f->bytes);
      if (f->changed)
         for (long k = i % f->changed; k < f->bytes; k += f->changed)
            at[k] = 1;
   }
}

/* --- as programs do --- */

static long any(long limit)
{
   static unsigned seed = 1;

   seed = seed * 1103515245 + 12345;
   return (seed >> 8) % limit;
}

NOINLINE static void clear_marks(size_t bytes)
{
   memset(memory, 0, bytes);
}

static void marks(void)
{
   for (int i = 0; i < 2000; i++) {
      clear_marks(20000);
      memory[any(20000)] = 1;
   }
}

NOINLINE static long count_different(long from)
{
   char *seen = calloc(20000, 1);
   long different = 0;

   for (long i = from; i < from + 3; i++)
      if (!seen[i * i % 20000]++)
         different++;
   free(seen);
   return different;
}

static void table_for_each(void)
{
   for (int i = 0; i < 2000; i++)
      sink += count_different(i);
}

NOINLINE static void reset_parents(int *parent, int n)
{
   for (int i = 0; i < n; i++)
      parent[i] = i;
}

static void parents(void)
{
   int *parent = (int *)memory;

   for (int i = 0; i < 1000; i++) {
      reset_parents(parent, 5000);
      parent[any(5000)] = 1;
   }
}

/* All bins are used. */
NOINLINE static long histogram(const unsigned char *image, int n)
{
   static int bins[256];
   long most = 0;

   memset(bins, 0, sizeof bins);
   for (int i = 0; i < n; i++)
      bins[image[i]]++;
   for (int i = 0; i < 256; i++)
      most = bins[i] > bins[most] ? i : most;
   return most;
}

static void histograms(void)
{
   for (int i = 0; i < 400; i++) {
      for (int k = 0; k < 3000; k++)
         memory[k] = (char)any(256);
      sink += histogram((unsigned char *)memory, 3000);
   }
}

NOINLINE static void mark_multiples(char *is_product, int p, int n)
{
   for (int i = p * p; i < n; i += p)
      is_product[i] = 1;
}

static void sieve(void)
{
   char *is_product = calloc(600000, 1);

   for (int p = 2; p * p < 600000; p++)
      if (!is_product[p])
         mark_multiples(is_product, p, 600000);
   free(is_product);
}

/* Each segment is set anew, and most of its numbers are struck out. */
NOINLINE static long sieve_segment(int from)
{
   enum { LENGTH = 4096 };
   static char is_prime[LENGTH];
   long primes = 0;

   memset(is_prime, 1, LENGTH);
   for (int p = 2; p * p < from + LENGTH; p++)
      for (int i = p - 1 - (from - 1) % p; i < LENGTH; i += p)
         is_prime[i] = 0;
   for (int i = 0; i < LENGTH; i++)
      primes += is_prime[i];
   return primes;
}

static void segments(void)
{
   for (int i = 1; i <= 150; i++)
      sink += sieve_segment(4096 * i);
}

NOINLINE static void draw_row(unsigned *row, int y)
{
   for (int x = 0; x < 2000; x++)
      row[x] = x * 255 / 2000 << 16 | y;
}

static void picture(void)
{
   unsigned *rows = malloc(sizeof *rows * 2000 * 500);

   for (int y = 0; y < 500; y++)
      draw_row(rows + 2000 * y, y);
   free(rows);
}

NOINLINE static void draw_rectangle(unsigned *pixels, int x, int y, unsigned colour)
{
   for (int i = y; i < y + 20; i++)
      for (int k = x; k < x + 100; k++)
         pixels[200 * i + k] = colour;
}

static void rectangles(void)
{
   for (int i = 1; i < 1000; i++)
      draw_rectangle((unsigned *)memory, (int)any(100), (int)any(100), i);
}

/* What is made for each record is used. */
NOINLINE static long record(long k)
{
   int *fields = malloc(300 * sizeof *fields);
   long all = 0;

   memset(fields, 0, 300 * sizeof *fields);
   for (int i = 0; i < 300; i++)
      fields[i] += i * (int)k;
   for (int i = 0; i < 300; i++)
      all += fields[i];
   free(fields);
   return all;
}

static void records(void)
{
   for (int i = 1; i < 4000; i++)
      sink += record(i);
}

static void once(void)
{
   int *all = malloc(4000000);

   memset(all, 0, 4000000);
   for (int i = 0; i < 1000000; i += 100)
      all[i] = i;
   sink = all[5000];
   free(all);
}

typedef struct {
   const char *name;
   void (*run)(void);
} program;

static const program programs[] = {
   { "marks", marks }, { "table_for_each", table_for_each },
   { "parents", parents }, { "histograms", histograms }, { "sieve", sieve },
   { "segments", segments }, { "picture", picture },
   { "rectangles", rectangles }, { "records", records }, { "once", once },
};

int main(int argc, char **argv)
{
   const char *name = argc > 1 ? argv[1] : "";

   memory = malloc(1 << 20);
   for (size_t i = 0; i < sizeof ones / sizeof *ones; i++)
      if (strcmp(name, ones[i].name) == 0) {
         repeat(&ones[i]);
         return 0;
      }
   for (size_t i = 0; i < sizeof programs / sizeof *programs; i++)
      if (strcmp(name, programs[i].name) == 0) {
         programs[i].run();
         return 0;
      }
   return 1;
}
