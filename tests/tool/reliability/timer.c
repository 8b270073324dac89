/* To be preloaded: a signal every millisecond while any program runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"
#include <valgrind.h>

static volatile int cells[16];

static ROUTINE void ticks(int signal)
{
   int saved = errno;

   (void)signal;
   for (int i = 0; i < 16; i++)
      cells[i]++;
   errno = saved;
}

static __attribute__((constructor)) void begin(void)
{
   struct sigaction action = { .sa_handler = ticks, .sa_flags = SA_RESTART };
   struct itimerval every = { { 0, 1000 }, { 0, 1000 } };

   /* Not in the program that starts the others: it would die of the signal. */
   if (!RUNNING_ON_VALGRIND)
      return;
   sigaction(SIGALRM, &action, NULL);
   setitimer(ITIMER_REAL, &every, NULL);
}

static __attribute__((destructor)) void end(void)
{
   struct itimerval never = { { 0, 0 }, { 0, 0 } };

   setitimer(ITIMER_REAL, &never, NULL);
   signal(SIGALRM, SIG_IGN);
}
