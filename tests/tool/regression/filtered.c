/* The program's filter of system calls kills the process at calls that the
   program never makes: aprof must not make them, either.  With an argument the
   program has no filter.

   engines: fast check
   varies: yes
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "refusing.h"

enum { CELLS = 1 << 16 };

INLINE volatile int *map(void)
{
   void *m = (void *)kernel(SYS_mmap, 0, CELLS * CELL, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(m != MAP_FAILED, "mmap");
   return m;
}

/* The memory that it has written is unmapped; the new memory at that place is
   new. */
ROUTINE long again(void)
{
   volatile int *m = map();
   long s = 0;

   for (int i = 0; i < CELLS; i++)
      m[i] = i;
   must(kernel3(SYS_munmap, (long)m, CELLS * CELL, 0) == 0, "munmap");
   must(map() == m, "the same place");
   for (int i = 0; i < CELLS; i++)
      s += m[i];
   return s;
}

/* The bytes of the program's file are constants, no input. */
ROUTINE void say(void)
{
   static const char words[] __attribute__((aligned(CELL))) = "some words\n";

   must(kernel3(SYS_write, STDOUT_FILENO, (long)words, 11) == 11, "write");
}

ROUTINE long in_thread(volatile int *m, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += m[i];
   return s;
}

static void *thread(void *m)
{
   in_thread(m, 10);
   return NULL;
}

int main(int argc, char **argv)
{
   pthread_t t;

   (void)argv;
   if (argc == 1)
      refuse(SYS_process_vm_readv, SYS_munlock, SECCOMP_RET_KILL_PROCESS);
   say();
   for (int i = 0; i < 2; i++)
      must(pthread_create(&t, NULL, thread, (void *)map()) == 0
           && pthread_join(t, NULL) == 0, "thread");
   /* The end of a thread needs this call. */
   if (argc == 1)
      refuse(SYS_madvise, SYS_mlockall, SECCOMP_RET_KILL_PROCESS);
   again();
   return 0;
}
