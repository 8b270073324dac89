/* A program, and with AUDIT the library that audits it: the dynamic linker
   calls what the program calls through its PLT, and goes on afterwards
   (la_pltexit).  audit.test runs them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <stdlib.h>

#ifdef AUDIT

#include <link.h>

unsigned la_version(unsigned version)
{
   (void)version;
   return LAV_CURRENT;
}

unsigned la_objopen(struct link_map *map, Lmid_t id, uintptr_t *cookie)
{
   (void)map, (void)id, (void)cookie;
   return LA_FLG_BINDTO | LA_FLG_BINDFROM;
}

Elf64_Addr la_x86_64_gnu_pltenter(Elf64_Sym *s, unsigned n, uintptr_t *from,
                                  uintptr_t *to, La_x86_64_regs *registers,
                                  unsigned *flags, const char *name,
                                  long *frame)
{
   (void)n, (void)from, (void)to, (void)registers, (void)flags, (void)name;
   *frame = 64;
   return s->st_value;
}

unsigned la_x86_64_gnu_pltexit(Elf64_Sym *s, unsigned n, uintptr_t *from,
                               uintptr_t *to, const La_x86_64_regs *in,
                               La_x86_64_retval *out, const char *name)
{
   (void)s, (void)n, (void)from, (void)to, (void)in, (void)out, (void)name;
   return 0;
}

#else

enum { COUNT = 30 };

static int numbers[COUNT];
/* (setjmp itself does not work when it is called so.) */
static void *back[5];
static int compared;

__attribute__((noinline)) static int compare(const void *a, const void *b)
{
   return *(const int *)a - *(const int *)b;
}

/* Leaves qsort, and the dynamic linker's call of it, without a return. */
__attribute__((noinline)) static int leave(const void *a, const void *b)
{
   if (++compared == 5)
      __builtin_longjmp(back, 1);
   return compare(a, b);
}

/* Calls through the PLT from a routine that was called so. */
__attribute__((noinline)) static int nested(const void *a, const void *b)
{
   return abs(*(const int *)a) - abs(*(const int *)b);
}

__attribute__((noinline)) static void sort(int (*f)(const void *,
                                                    const void *))
{
   int i;

   for (i = 0; i < COUNT; i++)
      numbers[i] = (i * 37) % 101;
   qsort(numbers, COUNT, sizeof *numbers, f);
}

__attribute__((noinline)) static void work(void)
{
   int i;

   for (i = 0; i < 5; i++) {
      sort(compare);
      sort(nested);
      compared = 0;
      if (__builtin_setjmp(back) == 0)
         sort(leave);
   }
}

int main(void)
{
   work();
   return 0;
}

#endif
