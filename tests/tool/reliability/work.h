/* What the programs of this suite share: work that every profiler sees, since
   it computes, reads and allocates.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef WORK_H
#define WORK_H

#ifndef _GNU_SOURCE
#define _GNU_SOURCE 1
#endif
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define ROUTINE __attribute__((noinline, unused))

/* The program itself has failed, or this machine lacks what it needs. */
static inline void must(int condition, const char *what)
{
   if (!condition) {
      fprintf(stderr, "failed: %s\n", what);
      _exit(99);
   }
}

static inline void require(int condition, const char *what)
{
   if (!condition) {
      fprintf(stderr, "%s\n", what);
      _exit(77);
   }
}

static ROUTINE long measured_work(int n)
{
   volatile int *block = (int *)malloc(n * sizeof *block);
   long sum = 0;

   must(block != NULL, "malloc");
   for (int i = 0; i < n; i++)
      block[i] = i;
   for (int i = 0; i < n; i++)
      sum += block[i];
   free((void *)block);
   return sum;
}

/* Enough work that a sampling profiler sees it, too. */
static ROUTINE void some_work(void)
{
   for (int n = 1000; n <= 50000; n += 1000)
      measured_work(n);
}

static inline long milliseconds(void)
{
   struct timespec now;

   clock_gettime(CLOCK_MONOTONIC, &now);
   return now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

#endif
