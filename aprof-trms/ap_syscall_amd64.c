/* System calls of our own, amd64 Linux.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_syscall.h"
#include "pub_tool_vkiscnums.h"

static Int call2(UWord number, UWord a, UWord b)
{
   Word result;

   __asm__ volatile ("syscall" : "=a" (result)
                     : "0" (number), "D" (a), "S" (b)
                     : "rcx", "r11", "memory");
   return result < 0 ? -result : 0;
}

Int ap_syscall_close(Int fd)
{
   return call2(__NR_close, fd, 0);
}

Int ap_syscall_rename(const HChar *from, const HChar *to)
{
   return call2(__NR_rename, (UWord)from, (UWord)to);
}
