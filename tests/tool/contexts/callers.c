/* One routine under several callers: its cost for each of them, its recursion,
   what longjmp leaves, signal handlers, threads, a forked child.  The argument
   is the mode.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "../regression/regression.h"
#include <aprof.h>
#include <setjmp.h>
#include <sys/wait.h>

static volatile int cells[400];
static jmp_buf back;

/* n cells of input, n * times steps. */
ROUTINE long scan(int n, int times)
{
   long s = 0;

   for (int t = 0; t < times; t++)
      for (int i = 0; i < n; i++)
         s += cells[i];
   return s;
}

ROUTINE long once(int n)
{
   return scan(n, 1);
}

ROUTINE long squared(int n)
{
   return scan(n, n);
}

ROUTINE long twice(int n)
{
   return once(n) + once(n + 1);
}

/* The same routine with two verdicts. */
INLINE void verdicts(void)
{
   for (int n = 10; n <= 300; n += 10) {
      once(n);
      squared(n);
   }
   twice(5);
}

/* n + 1 nested activations; each of them scans. */
ROUTINE long down(int n)
{
   return scan(n, 1) + (n == 0 ? 0 : down(n - 1));
}

ROUTINE long pong(int n);

ROUTINE long ping(int n)
{
   return scan(n, 1) + (n == 0 ? 0 : pong(n - 1));
}

ROUTINE long pong(int n)
{
   return n == 0 ? 0 : ping(n - 1);
}

ROUTINE long first(int n)
{
   return down(n) + 1;
}

ROUTINE long second(int n)
{
   return down(n) + 2;
}

INLINE void recursion(void)
{
   first(3);
   second(5);
   ping(6);
}

ROUTINE void leap(int n)
{
   scan(n, 1);
   longjmp(back, 1);
}

ROUTINE void deeper(int n)
{
   leap(n);
}

ROUTINE void catcher(int n)
{
   if (setjmp(back) == 0)
      deeper(n);
   once(n);
}

static void on_signal(int number)
{
   (void)number;
   once(8);
}

ROUTINE void raiser(void)
{
   raise(SIGUSR1);
   once(9);
}

/* A routine that leaves its callers without a return, or has no caller. */
INLINE void jumps(void)
{
   catcher(4);
   signal(SIGUSR1, on_signal);
   raiser();
}

static void *left(void *unused)
{
   scan(20, 1);
   return unused;
}

static void *right(void *unused)
{
   scan(20, 1);
   once(30);
   return unused;
}

INLINE void threads(void)
{
   pthread_join(start(left, NULL), NULL);
   pthread_join(start(right, NULL), NULL);
}

ROUTINE void child(void)
{
   once(40);
}

ROUTINE void forking(void)
{
   once(50);
   pid_t pid = fork();
   if (pid == 0) {
      child();
      scan(60, 1);
      _exit(0);
   }
   waitpid(pid, NULL, 0);
}

/* A snapshot, and an end, with activations pending. */
ROUTINE long pending(int n)
{
   scan(n, 1);
   must(APROF_SNAPSHOT() == 1, "snapshot");
   _exit(0);
}

ROUTINE long waiting(int n)
{
   return scan(n, 1) + pending(n);
}

int main(int count, char **arguments)
{
   must(count == 2, "one argument");
   switch (arguments[1][0]) {
   case 'v': verdicts(); break;
   case 'r': recursion(); break;
   case 'j': jumps(); break;
   case 't': threads(); break;
   case 'f': forking(); break;
   case 'p': waiting(7); break;
   case 'a': verdicts(); recursion(); jumps(); break;
   default: return 1;
   }
   return 0;
}
