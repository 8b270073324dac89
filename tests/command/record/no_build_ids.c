/* A library to be preloaded: the kernel seems to be older than the bit of
   perf_event_open that asks for build ids.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <linux/perf_event.h>
#include <stdarg.h>
#include <sys/syscall.h>

long syscall(long number, ...)
{
   long (*real)(long, ...) = (long (*)(long, ...))dlsym(RTLD_NEXT, "syscall");
   long a[6];
   va_list list;

   va_start(list, number);
   for (int i = 0; i < 6; i++)
      a[i] = va_arg(list, long);
   va_end(list);
#ifdef PERF_RECORD_MISC_MMAP_BUILD_ID
   if (number == SYS_perf_event_open &&
       ((const struct perf_event_attr *)a[0])->build_id) {
      errno = EINVAL;
      return -1;
   }
#endif
   return real(number, a[0], a[1], a[2], a[3], a[4], a[5]);
}
