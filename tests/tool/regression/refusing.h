/* Filters of system calls.  The file that includes this one must define
   `require` before.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef REFUSING_H
#define REFUSING_H

#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>

/* What the filter does with these two calls from now on, as one of
   SECCOMP_RET_...; filters add up. */
static inline void refuse(unsigned one, unsigned other, unsigned how)
{
   struct sock_filter filter[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, one, 2, 0),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, other, 1, 0),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW),
      BPF_STMT(BPF_RET | BPF_K, how),
   };
   struct sock_fprog program = { sizeof filter / sizeof *filter, filter };

   require(prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0
           && prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0,
           "no filters of system calls");
}

#endif
