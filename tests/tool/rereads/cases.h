/* The cases of the program `rereads`: loops that read the same data again and
   again, and loops that do not, one for each run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CASES_H
#define CASES_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#define NOINLINE __attribute__((noinline, noclone, noipa, unused))

typedef struct {
   const char *name;                  /* NULL: the list ends */
   void (*run)(long n);
   long n;                            /* unless another size is given */
} loop_case;

extern const loop_case search_cases[], texts_cases[], one_routine_cases[],
   once_cases[], steps_cases[], files_cases[], by_turns_cases[],
   generated_cases[], headers_cases[], commands_cases[], scripts_cases[],
   operations_cases[];

static volatile long sink;

/* A list of keys. */
struct entry { struct entry *next; long key; };

static inline unsigned any(unsigned limit)
{
   static unsigned seed = 1;

   seed = seed * 1103515245 + 12345;
   return (seed >> 8) % limit;
}

/* Data that the program has not made: input of each routine that reads them. */
NOINLINE static void fill(void *to, size_t bytes)
{
   FILE *zero = fopen("/dev/zero", "r");

   setvbuf(zero, NULL, _IONBF, 0);
   if (fread(to, 1, bytes, zero) != bytes)
      abort();
   fclose(zero);
}

NOINLINE static long sum(const long *table, long size)
{
   long all = 0;

   for (long i = 0; i < size; i++)
      all += table[i];
   return all;
}

#endif
