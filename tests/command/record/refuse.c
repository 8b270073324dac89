/* Run a program whose calls of perf_event_open fail with an error, or whose
   shared memory, such as that for samples, is refused with EPERM.

      refuse ERRNO|memory PROGRAM [ARGUMENT...]

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define LOAD(field) \
   BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, field))
#define UNLESS(value, skip) \
   BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, (value), 0, (skip))
#define RETURN(action) BPF_STMT(BPF_RET | BPF_K, (action))

int main(int argc, char **argv)
{
   struct sock_filter event[] = {
      LOAD(nr), UNLESS(SYS_perf_event_open, 1),
      RETURN(SECCOMP_RET_ERRNO | (argc > 1 ? (unsigned)atoi(argv[1]) : 0)),
      RETURN(SECCOMP_RET_ALLOW),
   };
   /* Mapped to be written, and shared: its low halves. */
   struct sock_filter memory[] = {
      LOAD(nr), UNLESS(SYS_mmap, 5),
      LOAD(args[2]), UNLESS(PROT_READ | PROT_WRITE, 3),
      LOAD(args[3]), UNLESS(MAP_SHARED, 1),
      RETURN(SECCOMP_RET_ERRNO | EPERM),
      RETURN(SECCOMP_RET_ALLOW),
   };
   struct sock_fprog program = { sizeof event / sizeof *event, event };

   if (argc > 1 && strcmp(argv[1], "memory") == 0)
      program = (struct sock_fprog){ sizeof memory / sizeof *memory, memory };
   if (argc < 3 || prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0 ||
       prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) != 0)
      return 99;
   execvp(argv[2], argv + 2);
   return 98;
}
