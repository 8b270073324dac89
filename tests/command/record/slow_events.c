/* A library that makes the first event of the second thread of a process slow to
   open: the thread ends before, as it may if there are many events to open.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <asm/unistd.h>
#include <dlfcn.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

long syscall(long number, ...)
{
   static pid_t first;
   static int was_slow;
   pid_t tid;
   char name[64];
   long a[6];
   long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
   va_list list;

   va_start(list, number);
   for (int i = 0; i < 6; i++)
      a[i] = va_arg(list, long);
   va_end(list);
   tid = (pid_t)a[1];
   if (number == __NR_perf_event_open && tid > 0 &&
       ((struct perf_event_attr *)a[0])->inherit) {
      if (first == 0)
         first = tid;
      if (tid != first && !was_slow) {
         was_slow = 1;
         snprintf(name, sizeof name, "/proc/%ld", (long)tid);
         while (access(name, F_OK) == 0)
            usleep(10000);
      }
   }
   return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
