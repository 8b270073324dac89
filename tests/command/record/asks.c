/* Two routines of a library that make their system calls in one internal routine,
   as read and write do from glibc 2.41 on; with PROGRAM, the program that calls
   them: three times of four the first one.

      asks LOOPS

   SPDX-License-Identifier: GPL-2.0-or-later */

long fetch(void *to, long size);
long put(const void *from, long size);

#ifdef PROGRAM

#include <stdlib.h>

int main(int argc, char **argv)
{
   const long loops = argc > 1 ? atol(argv[1]) : 1;
   char byte = 0;

   for (long i = 0; i < loops; i++) {
      fetch(&byte, 1);
      fetch(&byte, 1);
      fetch(&byte, 1);
      put(&byte, 1);
   }
   return 0;
}

#else

/* No such file is open: the kernel answers at once. */
static __attribute__((noipa)) long enter(long number, const void *at, long size)
{
   long result;

   __asm__ volatile("syscall" : "=a"(result)
                    : "0"(number), "D"(-1l), "S"(at), "d"(size)
                    : "rcx", "r11", "memory");
   return result;
}

static __attribute__((noipa)) long cancel(long number, const void *at, long size)
{
   const long result = enter(number, at, size);

   return result < 0 ? -1 : result;
}

__attribute__((noipa)) long fetch(void *to, long size)
{
   return cancel(0, to, size) + 1;
}

__attribute__((noipa)) long put(const void *from, long size)
{
   return cancel(1, from, size) + 2;
}

#endif
