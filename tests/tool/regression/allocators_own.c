/* A program's own allocator, in which everything happens that ends an
   activation: it is left by longjmp, interrupted by a signal whose handler
   allocates and reads, and in the middle of it the process forks and a thread
   ends.

   flags: -pthread -fno-builtin
   pids: own

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

#include "regression.h"

enum { NOTHING, JUMP, SIGNAL, FORK, EXIT };

static int what;                /* happens in the next malloc */
static jmp_buf home;
static int books[100];          /* what the allocator reads */
static volatile int cells[1000];
static long in_handler;

static char heap[1 << 20];
static size_t used;

ROUTINE long read_books(void)
{
   long s = 0;

   for (int i = 0; i < 100; i++)
      s += ((volatile int *)books)[i];
   return s;
}

ROUTINE void happens(int event)
{
   what = NOTHING;
   if (event == JUMP)
      longjmp(home, 1);
   if (event == SIGNAL)
      raise(SIGUSR1);
   if (event == FORK && fork() == 0)
      _exit(0);
   if (event == EXIT)
      pthread_exit(NULL);
}

ROUTINE void *malloc(size_t n)
{
   void *p = heap + used;

   read_books();
   used += (n + 15) & ~(size_t)15;
   if (used > sizeof heap)
      return NULL;
   if (what != NOTHING)
      happens(what);
   read_books();
   return p;
}

void free(void *p) { (void)p; }

ROUTINE long read_cells(int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

/* Is measured, though it interrupts an allocator, and allocates itself. */
ROUTINE void handler(int signal)
{
   (void)signal;
   in_handler = read_cells(300);
   malloc(8);
}

ROUTINE long allocate(int n)
{
   malloc(n);
   return read_cells(n);
}

ROUTINE long allocate_and_jump(int n)
{
   if (setjmp(home) == 0)
      malloc(n);
   return read_cells(n);
}

/* Its last instruction is a jump to malloc. */
ROUTINE void *jump_to_malloc(int n)
{
   in_handler = read_cells(n);
   return malloc(n);
}

ROUTINE void *thread(void *unused)
{
   (void)unused;
   what = EXIT;
   malloc(8);
   return NULL;
}

int main(void)
{
   pthread_t t;
   long sum = 0;

   signal(SIGUSR1, handler);
   sum += allocate(100);
   what = JUMP;
   sum += allocate_and_jump(200);
   sum += allocate(110);
   what = SIGNAL;
   sum += allocate(120);
   what = FORK;
   sum += allocate(130);
   wait(NULL);
   must(pthread_create(&t, NULL, thread, NULL) == 0, "thread");
   pthread_join(t, NULL);
   jump_to_malloc(140);
   sum += allocate(150);
   must(sum == 0 && in_handler == 0, "sum");
   return 0;
}
