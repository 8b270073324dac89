/* A handler is left for a place a little below it: by a jump out of an
   alternate stack right above the thread's own stack, and by a switch of
   contexts whose stacks are neighbours.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "jumps.h"
#include "regression.h"
#include <ucontext.h>

enum { ROUNDS = 10, CONTEXTS = 3, TURN = 100, SIZE = 65536 };

static char below[2 * SIZE] __attribute__((aligned(4096)));
static long buffer[8];
static volatile int cells[100 * ROUNDS];

ROUTINE int read_some(int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

ROUTINE void jumps_out(int number)
{
   (void)number;
   own_longjmp(buffer);
}

ROUTINE void victim(long pid, long tid)
{
   kernel3(SYS_tgkill, pid, tid, SIGUSR1);
}

ROUTINE void attempt(int n, long pid, long tid)
{
   if (own_setjmp(buffer) == 0)
      victim(pid, tid);
   else
      read_some(n);
}

static void *body(void *unused)
{
   stack_t alternate = { .ss_sp = below + SIZE, .ss_size = SIZE };
   long pid = kernel3(SYS_getpid, 0, 0, 0), tid = kernel3(SYS_gettid, 0, 0, 0);

   must(sigaltstack(&alternate, NULL) == 0, "sigaltstack");
   for (int i = 1; i <= ROUNDS; i++)
      attempt(100 * i, pid, tid);
   return unused;
}

static char stacks[CONTEXTS][SIZE] __attribute__((aligned(16)));
static ucontext_t home, contexts[CONTEXTS];
static int turn, over;

ROUTINE void switches(int number)
{
   int old = turn;

   (void)number;
   turn = (turn + 1) % CONTEXTS;
   swapcontext(&contexts[old], &contexts[turn]);
}

/* It switches after each TURN cells. */
ROUTINE int sum(const volatile int *a, int n, long pid)
{
   int s = 0;

   for (int i = 0; i < n; i += TURN) {
      for (int k = i; k < i + TURN; k++)
         s += a[k];
      kernel3(SYS_tgkill, pid, pid, SIGUSR2);
   }
   return s;
}

/* The last one goes home. */
static void work(int id)
{
   long pid = kernel3(SYS_getpid, 0, 0, 0);

   for (int i = 0; i < 5; i++)
      must(sum(cells, id == 1 ? 500 : 1000, pid) == 0, "sum");
   if (++over == CONTEXTS)
      setcontext(&home);
   for (;;)
      kernel3(SYS_tgkill, pid, pid, SIGUSR2);
}

ROUTINE void take_turns(void)
{
   volatile int is_over = 0;

   for (int i = 0; i < CONTEXTS; i++) {
      getcontext(&contexts[i]);
      contexts[i].uc_stack.ss_sp = stacks[i];
      contexts[i].uc_stack.ss_size = sizeof stacks[i];
      makecontext(&contexts[i], (void (*)(void))work, 1, i);
   }
   getcontext(&home);
   if (is_over)
      return;
   is_over = 1;
   setcontext(&contexts[turn]);
}

int main(void)
{
   struct sigaction action = { .sa_handler = jumps_out,
                               .sa_flags = SA_ONSTACK | SA_NODEFER };
   pthread_attr_t attributes;
   pthread_t t;

   must(sigaction(SIGUSR1, &action, NULL) == 0, "sigaction");
   action.sa_handler = switches;
   action.sa_flags = SA_NODEFER;
   must(sigaction(SIGUSR2, &action, NULL) == 0, "sigaction");

   pthread_attr_init(&attributes);
   must(pthread_attr_setstack(&attributes, below, SIZE) == 0, "setstack");
   must(pthread_create(&t, &attributes, body, NULL) == 0, "pthread_create");
   pthread_join(t, NULL);
   take_turns();
   return 0;
}
