/* Whether a mapped file is a program, which is no input, or data, which is
   input, is found out again when the file is mapped again: another file may
   have its name or its number.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define CELLS 100

ROUTINE long scan(const volatile int *a)
{
   long s = 0;

   for (int i = 0; i < CELLS; i++)
      s += a[i];
   return s;
}

ROUTINE long scan_program(const volatile int *a) { return scan(a); }
ROUTINE long scan_content(const volatile int *a) { return scan(a); }

/* Alternates between two mappings, page by page. */
ROUTINE long scan_both(const volatile int *program, const volatile int *content)
{
   long s = 0;

   for (int i = 0; i < 3; i++)
      s += program[1024 * i] + content[1024 * i];
   return s;
}

/* The file of that name, which keeps its number if it exists. */
static volatile int *mapped(const char *name, int program)
{
   int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);
   volatile int *a;

   must(fd >= 0 && ftruncate(fd, 4 * 4096) == 0, "file");
   must(write(fd, program ? "\177ELF" : "\177elf", 4) == 4, "write");
   a = mmap(NULL, 4 * 4096, PROT_READ, MAP_PRIVATE, fd, 0);
   must(a != MAP_FAILED, "mmap");
   close(fd);
   return a;
}

int main(void)
{
   volatile int *program = mapped("one", 1), *content = mapped("two", 0);

   scan_program(program);
   scan_content(content);
   scan_both(program, content);
   munmap((void *)program, 4 * 4096);
   munmap((void *)content, 4 * 4096);
   scan_content(mapped("one", 0));
   scan_program(mapped("two", 1));
   return 0;
}
