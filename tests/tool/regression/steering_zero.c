/* While nothing is collected: signal handlers, coroutines, longjmp, threads and
   a fork come and go.  Then zero forgets what was recorded.

   flags: -pthread
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "aprof.h"

#include <pthread.h>
#include <setjmp.h>
#include <signal.h>
#include <sys/wait.h>
#include <ucontext.h>
#include <unistd.h>

static volatile int cells[200];

READER_OF(leaf, cells)
READER_OF(in_thread, cells)
READER_OF(in_handler, cells)
READER_OF(in_coroutine, cells)

static ucontext_t outside, inside;
static char stack[64 * 1024];
static jmp_buf back;
static int to_thread[2], to_main[2];

ROUTINE void handler(int signal)
{
   (void)signal;
   in_handler(5);
}

ROUTINE void coroutine(void)
{
   for (;;) {
      in_coroutine(7);
      swapcontext(&inside, &outside);
   }
}

ROUTINE void jump(int depth)
{
   if (depth == 0)
      longjmp(back, 1);
   jump(depth - 1);
   leaf(1);
}

/* Works whenever a byte comes, and answers with one. */
static void *thread(void *unused)
{
   char c;

   (void)unused;
   while (read(to_thread[0], &c, 1) == 1 && c != 'q') {
      in_thread(9);
      must(write(to_main[1], &c, 1) == 1, "write");
   }
   return NULL;
}

ROUTINE void all_of_them(void)
{
   char c = 'x';

   raise(SIGUSR1);
   swapcontext(&outside, &inside);
   if (setjmp(back) == 0)
      jump(4);
   must(write(to_thread[1], &c, 1) == 1 && read(to_main[0], &c, 1) == 1,
        "the thread");
   leaf(3);
}

int main(void)
{
   pthread_t t;
   char quit = 'q';
   pid_t child;

   signal(SIGUSR1, handler);
   must(pipe(to_thread) == 0 && pipe(to_main) == 0, "pipe");
   getcontext(&inside);
   inside.uc_stack.ss_sp = stack;
   inside.uc_stack.ss_size = sizeof stack;
   makecontext(&inside, coroutine, 0);
   must(pthread_create(&t, NULL, thread, NULL) == 0, "pthread_create");
   all_of_them();
   APROF_STOP();
   for (int i = 0; i < 5; i++)
      all_of_them();
   child = fork();
   if (child == 0)
      _exit(0);
   must(waitpid(child, NULL, 0) == child, "waitpid");
   APROF_START();
   all_of_them();
   all_of_them();
   APROF_ZERO();
   all_of_them();
   all_of_them();
   all_of_them();
   APROF_STOP();
   all_of_them();
   must(write(to_thread[1], &quit, 1) == 1, "write");
   pthread_join(t, NULL);
   return 0;
}
