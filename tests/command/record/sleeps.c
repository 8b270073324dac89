/* A library to be preloaded: from the time that a file exists, the clocks stand
   as after a sleep of the machine of 1000 s.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <stdlib.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

int clock_gettime(clockid_t id, struct timespec *t)
{
   const int result = syscall(SYS_clock_gettime, id, t);
   const char *file = getenv("SLEEPS_AFTER");

   if ((id == CLOCK_BOOTTIME || id == CLOCK_REALTIME) && file &&
       access(file, F_OK) == 0)
      t->tv_sec += 1000;
   return result;
}
