/* A map that an earlier process with the same number has left behind does not name
   the code of this one, nor does its length hide the names of the new map.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/stat.h>

typedef long code(const int *a, long n);

/* The sum of n cells. */
asm(".pushsection .rodata\n"
    "add: xorl %eax, %eax\n testl %esi, %esi\n jle 2f\n"
    "1: addl (%rdi), %eax\n addq $4, %rdi\n decl %esi\n jnz 1b\n"
    "2: ret\n"
    "end: .popsection\n");
extern const char add[], end[];

static int numbers[100];

int main(void)
{
   static const struct timespec old[2] = { { 1000000000, 0 }, { 1000000000, 0 } };
   const unsigned long length = (unsigned long)(end - add);
   char name[40], earlier[40];
   char *at = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                   MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   code *first = (code *)at, *second = (code *)(at + 64);
   FILE *map;

   snprintf(name, sizeof name, "/tmp/perf-%d.map", (int)getpid());
   snprintf(earlier, sizeof earlier, "/tmp/perf-%d.old", (int)getpid());
   map = fopen(earlier, "w");
   if (at == MAP_FAILED || map == NULL)
      return 77;
   memcpy(at, add, length);
   memcpy(at + 64, add, length);
   for (int i = 0; i < 2; i++)
      fprintf(map, "%lx %lx of_another_process\n",
              (unsigned long)(at + 64 * i), length);
   fclose(map);
   must(utimensat(AT_FDCWD, earlier, old, 0) == 0, "the time of the map");
   must(rename(earlier, name) == 0, "rename");
   first(numbers, 10);
   map = fopen(name, "w");
   must(map != NULL, "the map");
   fprintf(map, "%lx %lx second\n", (unsigned long)(at + 64), length);
   fclose(map);
   second(numbers, 20);
   must(unlink(name) == 0, "unlink");
   return 0;
}
