/* Runs of the program under the tool: see jobs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "whatif/jobs.h"
#include "base/memory.h"
#include "base/message.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

typedef struct {
   pid_t pid;                         /* 0: it does not run */
   size_t number;
   double since;
   char *file;
   bool late;                         /* it was ended */
   int status;                        /* as waitpid says, when it has ended */
} job;

static volatile sig_atomic_t stopped;

static void stop(int signal_number)
{
   stopped = signal_number;
}

void jobs_catch_signals(void)
{
   static const int signals[] = { SIGINT, SIGTERM, SIGHUP };
   struct sigaction action = { .sa_handler = stop }, old;

   sigemptyset(&action.sa_mask);
   for (size_t i = 0; i < sizeof signals / sizeof *signals; i++)
      if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler != SIG_IGN)
         sigaction(signals[i], &action, NULL);
}

bool jobs_stopped(void)
{
   return stopped != 0;
}

static double seconds(void)
{
   struct timespec now;

   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void connect_to_nothing(void)
{
   const int fd = open("/dev/null", O_RDWR);

   for (int i = 0; i <= STDERR_FILENO; i++)
      if (fd < 0 || dup2(fd, i) < 0)
         _exit(127);
   if (fd > STDERR_FILENO)
      close(fd);
}

/* Return the command line of a run, NULL at the end. */
static char **command_line(const jobs_setup *setup, const char *what,
                           size_t number, const char *file)
{
   size_t n = 0;
   char **words;

   while (setup->options[n])
      n++;
   for (size_t i = 0; setup->command[i]; i++)
      n++;
   words = memory_new(n + 7, sizeof *words);
   n = 0;
   words[n++] = memory_string(VALGRIND_BIN);
   words[n++] = memory_string("--tool=aprof");
   words[n++] = memory_string("-q");
   words[n++] = memory_format("--what-if=%s", what);
   words[n++] = memory_format("--aprof-out-file=%s", file);
   for (size_t i = 0; setup->options[i]; i++)
      words[n++] = memory_string(setup->options[i]);
   if (setup->extra)
      words[n++] = memory_string(setup->extra[number]);
   for (size_t i = 0; setup->command[i]; i++)
      words[n++] = memory_string(setup->command[i]);
   return words;
}

static void start(job *j, const jobs_setup *setup, const char *what,
                  size_t number)
{
   char *name = memory_format("%s/run.%zu", setup->folder, number);
   char **words;

   j->file = name;
   j->number = number;
   j->since = seconds();
   j->late = false;
   words = command_line(setup, what, number, name);
   const pid_t own = getpid();
   j->pid = fork();
   if (j->pid == 0) {
      /* Without this process a run is of no use. */
      if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != own)
         _exit(127);
      connect_to_nothing();
      execv(words[0], words);
      _exit(127);
   }
   if (j->pid < 0)
      message_fatal("what-if: cannot start a process: %s", strerror(errno));
   for (size_t i = 0; words[i]; i++)
      free(words[i]);
   free(words);
}

/* End the runs that take too long. */
static void end_late(job *list, const jobs_setup *setup)
{
   for (size_t i = 0; setup->limit > 0 && i < setup->at_once; i++)
      if (list[i].pid > 0 && seconds() - list[i].since > setup->limit) {
         list[i].late = true;
         kill(list[i].pid, SIGKILL);
      }
}

/* End all runs. */
static void end_all(job *list, const jobs_setup *setup)
{
   for (size_t i = 0; i < setup->at_once; i++)
      if (list[i].pid > 0) {
         kill(list[i].pid, SIGKILL);
         waitpid(list[i].pid, NULL, 0);
         unlink(list[i].file);
         free(list[i].file);
      }
}

/* Return a run that has ended, or NULL if none has, or none runs. */
static job *ended(job *list, const jobs_setup *setup)
{
   for (size_t i = 0; i < setup->at_once; i++)
      if (list[i].pid > 0 &&
          waitpid(list[i].pid, &list[i].status, WNOHANG) == list[i].pid)
         return &list[i];
   return NULL;
}

static job *idle(job *list, const jobs_setup *setup)
{
   for (size_t i = 0; i < setup->at_once; i++)
      if (list[i].pid == 0)
         return &list[i];
   return NULL;
}

/* Return why a run has left no file: a text to be freed. */
static char *reason_of(const job *j)
{
   if (j->late)
      return memory_string("it takes too long");
   return WIFSIGNALED(j->status)
          ? memory_format("it was ended by signal %d (%s)", WTERMSIG(j->status),
                          strsignal(WTERMSIG(j->status)))
          : memory_string("it has not come to its end");
}

double jobs_run(const jobs_setup *setup, char *const *what, size_t count,
                void (*done)(void *context, size_t i, const char *file,
                             const char *reason),
                void *context)
{
   static const struct timespec pause = { 0, 5000000 };
   job *list = memory_new(setup->at_once, sizeof *list), *j;
   size_t begun = 0, over = 0;
   double longest = 0;

   while (over < count && !stopped) {
      while (begun < count && (j = idle(list, setup)) != NULL) {
         start(j, setup, what[begun], begun);
         begun++;
      }
      end_late(list, setup);
      j = ended(list, setup);
      if (j == NULL) {
         nanosleep(&pause, NULL);
         continue;
      }
      if (seconds() - j->since > longest)
         longest = seconds() - j->since;
      const bool there = access(j->file, R_OK) == 0;
      char *reason = there ? memory_string("") : reason_of(j);
      done(context, j->number, there ? j->file : NULL, reason);
      free(reason);
      unlink(j->file);
      free(j->file);
      j->pid = 0;
      over++;
   }
   if (over < count)
      end_all(list, setup);
   free(list);
   return longest;
}
