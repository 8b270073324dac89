/* Generated code has the names of the program's perf map, the newest for each
   address: a routine is the same wherever its code lies, and in all tiers of a
   compiler.  An interpreter that the code of a script's routine calls is a part
   of that routine.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "regression.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

typedef long code(const int *a, long n, void *other);

/* add: the sum of n cells.  add_two: of every second.  through: calls `other`.
   hop: jumps to `other`. */
asm(".pushsection .rodata\n"
    "add: xorl %eax, %eax\n testl %esi, %esi\n jle 2f\n"
    "1: addl (%rdi), %eax\n addq $4, %rdi\n decl %esi\n jnz 1b\n"
    "2: ret\n"
    "add_two: xorl %eax, %eax\n"
    "1: addl (%rdi), %eax\n addq $8, %rdi\n subl $2, %esi\n jg 1b\n ret\n"
    "through: subq $8, %rsp\n call *%rdx\n addq $8, %rsp\n ret\n"
    "hop: jmp *%rdx\n"
    "end: .popsection\n");
extern const char add[], add_two[], through[], hop[], end[];

static FILE *map;
static int numbers[1000];

static code *generate(char *at, const char *from, const char *to,
                      const char *name)
{
   memcpy(at, from, to - from);
   fprintf(map, "%lx %lx %s\n", (unsigned long)at,
           (unsigned long)(to - from), name);
   fflush(map);
   return (code *)at;
}

/* Called by an interpreter. */
ROUTINE long library(const int *a, long n)
{
   return n > 0 ? a[0] + a[n - 1] : 0;
}

/* The interpreter. */
ROUTINE long interpret(const int *a, long n, void *other)
{
   long s = library(a, n);

   (void)other;
   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* Another one. */
ROUTINE long play(const int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

/* The same with another script's routine inside. */
static code *inner;
ROUTINE long interpret_outer(const int *a, long n, void *other)
{
   (void)other;
   return inner(a, n, (void *)interpret) + inner(a, 2 * n, (void *)interpret);
}

int main(void)
{
   char name[40];
   char *at = mmap(NULL, 8192, PROT_READ | PROT_WRITE | PROT_EXEC,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
   map = fopen(name, "w");
   if (at == MAP_FAILED || map == NULL)
      return 77;

   /* Code at two addresses is one routine. */
   code *sum = generate(at, add, add_two, "sum/numbers");
   sum(numbers, 10, NULL);
   sum(numbers, 100, NULL);
   sum = generate(at + 1024, add, add_two, "sum/numbers");
   sum(numbers, 100, NULL);

   /* Another routine takes the place of the first. */
   code *halves = generate(at, add_two, through, "halves");
   for (int n = 20; n <= 60; n += 20)
      halves(numbers, n, NULL);

   /* Generated code jumps to generated code. */
   code *hops = generate(at + 64, hop, end, "hops");
   hops(numbers, 30, (void *)sum);

   /* Scripts. */
   code *script = generate(at + 128, through, hop, "py::outer:/my/script.py");
   inner = generate(at + 192, through, hop, "py::inner.f:/my/script.py");
   script(numbers, 50, (void *)interpret_outer);
   script(numbers, 70, (void *)interpret_outer);

   /* A routine of a script that jumps to an interpreter, with the stack pointer
      of its own call; the interpreter has been called by itself before. */
   code *jumper = generate(at + 448, hop, end, "py::jumper:/my/script.py");
   for (int i = 0; i < 500; i++)
      play(numbers, i);
   for (int i = 0; i < 2000; i++)
      jumper(numbers, 8, (void *)play);

   /* The tiers of V8: interpreted, then compiled. */
   code *tier = generate(at + 256, through, hop, "JS:~get_f /my files/a.js:3:9");
   tier(numbers, 5, (void *)interpret);
   tier = generate(at + 320, add, add_two, "JS:*get_f /my files/a.js:3:9");
   tier(numbers, 6, NULL);
   tier = generate(at + 384, add, add_two, "JS:* /my files/a.js:4:1");
   tier(numbers, 7, NULL);

   /* Lines that are none. */
   fprintf(map, "x\n1 \n%lx 0 nothing\n\n", (unsigned long)at);
   fclose(map);
   sum(numbers, 200, NULL);
   unlink(name);
   return 0;
}
