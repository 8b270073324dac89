/* Works, and then ends in the way that the first argument says.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"

static void *ends_all(void *unused)
{
   (void)unused;
   measured_work(3000);
   syscall(SYS_exit_group, 3);
   return NULL;
}

static void *ends_last(void *unused)
{
   (void)unused;
   usleep(50000);
   measured_work(3000);
   return NULL;
}

static void *waits(void *unused)
{
   (void)unused;
   measured_work(3000);
   for (;;)
      pause();
   return NULL;
}

static void *executes(void *unused)
{
   char *arguments[] = { "true", NULL };

   (void)unused;
   measured_work(3000);
   execv("/bin/true", arguments);
   return NULL;
}

static pthread_t start(void *(*body)(void *))
{
   pthread_t t;

   must(pthread_create(&t, NULL, body, NULL) == 0, "pthread_create");
   return t;
}

static void daemonise(void)
{
   if (fork() != 0)
      _exit(0);
   setsid();
   if (fork() != 0)
      _exit(0);
   must(chdir("/") == 0, "chdir");
   for (int fd = 0; fd < 1024; fd++)
      close(fd);
}

int main(int count, char **arguments)
{
   const char *how = count > 1 ? arguments[1] : "";
   char *last[] = { "true", NULL };

   some_work();
   if (!strcmp(how, "_exit"))
      _exit(3);
   if (!strcmp(how, "exit_group")) {
      start(ends_all);
      for (;;)
         pause();
   }
   if (!strcmp(how, "abort"))
      abort();
   if (!strcmp(how, "segv"))
      *(volatile int *)8 = 1;
   if (!strcmp(how, "term"))
      kill(getpid(), SIGTERM);
   if (!strcmp(how, "kill")) {
      /* By another process: Valgrind knows the signals that a program sends
         itself. */
      char command[80];

      sprintf(command, "(sleep 5; kill -9 %d) &", getpid());
      must(system(command) == 0, "system");
      for (;;)
         measured_work(1000);
   }
   if (!strcmp(how, "cancel")) {
      pthread_t t = start(waits);

      pthread_cancel(t);
      pthread_join(t, NULL);
   }
   if (!strcmp(how, "pthread_exit")) {
      start(ends_last);
      pthread_exit(NULL);
   }
   if (!strcmp(how, "exec-thread"))
      pthread_join(start(executes), NULL);
   if (!strcmp(how, "exec"))
      execv("/bin/true", last);
   if (!strcmp(how, "exec-search")) {
      must(setenv("PATH", "/no/such/folder:.:/:/bin", 1) == 0, "setenv");
      execvp("true", last);
   }
   if (!strcmp(how, "vfork")) {
      int status;
      pid_t child = vfork();

      if (child == 0) {
         execv("/bin/true", last);
         _exit(1);
      }
      must(waitpid(child, &status, 0) == child && status == 0, "vfork");
   }
   if (!strcmp(how, "daemon")) {
      daemonise();
      some_work();
   }
   if (!strcmp(how, "chain") && count > 2) {
      arguments[1] = arguments[2];
      arguments[2] = "chain";
      execv(arguments[1], arguments + 1);
   }
   return 3;
}
