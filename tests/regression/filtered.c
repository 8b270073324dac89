/* A program whose filter of system calls kills it for what it never does itself:
   nor may aprof.

   varies: yes
   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

enum { CELLS = 1 << 16 };

/* Any of these is the end; filters add up. */
static void kill_at(unsigned one, unsigned other)
{
   struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, one, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_KILL_PROCESS),
   };
   struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

   require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0,
           "no filters of system calls");
}

INLINE volatile int *map(void)
{
   void *m = (void *)kernel(SYS_mmap, 0, CELLS * CELL, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(m != MAP_FAILED, "mmap");
   return m;
}

/* What it has written is gone; what it gets at that place is new. */
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

/* Its bytes are a program's constants. */
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

int main(void)
{
   pthread_t t;

   kill_at(SYS_process_vm_readv, SYS_munlock);
   say();
   for (int i = 0; i < 2; i++)
      must(pthread_create(&t, NULL, thread, (void *)map()) == 0
           && pthread_join(t, NULL) == 0, "thread");
   /* The end of a thread needs this one. */
   kill_at(SYS_madvise, SYS_mlockall);
   again();
   return 0;
}
