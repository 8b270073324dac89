/* The profile has the exit status of a run that ends by itself, however it does: by
   _exit, by exit in a thread, by the last thread; only the lowest byte counts.

   engines: fast check
   output: prof.%p
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <pthread.h>
#include <sys/syscall.h>
#include <sys/wait.h>

static volatile int cells[10];

READER_OF(leaf, cells)

static void *group_exits(void *unused)
{
   (void)unused;
   exit(0x100 + 3);
}

static void *is_last(void *unused)
{
   (void)unused;
   syscall(SYS_exit, 6);
   return NULL;
}

static void ends_quickly(void)
{
   _exit(4);
}

static void ends_in_thread(void)
{
   pthread_t thread;

   must(pthread_create(&thread, NULL, group_exits, NULL) == 0, "thread");
   pthread_join(thread, NULL);
}

static void ends_as_last(void)
{
   pthread_t thread;

   must(pthread_create(&thread, NULL, is_last, NULL) == 0, "thread");
   pthread_join(thread, NULL);
   syscall(SYS_exit, 6);
}

static void is_killed(void)
{
   kill(getpid(), SIGTERM);
}

static pid_t child(void end(void))
{
   pid_t pid = fork();

   must(pid >= 0, "fork");
   if (pid > 0)
      return pid;
   leaf(5);
   end();
   abort();
}

int main(void)
{
   leaf(10);
   TELL("profile parent ", getpid());
   TELL("profile quick ", child(ends_quickly));
   TELL("profile thread ", child(ends_in_thread));
   TELL("profile last ", child(ends_as_last));
   TELL("profile killed ", child(is_killed));
   while (wait(NULL) > 0)
      ;
   return 0;
}
