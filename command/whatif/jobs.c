/* Runs of the program under the tool: see jobs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "whatif/jobs.h"
#include "base/memory.h"
#include "base/message.h"
#include "whatif/input.h"
#include "whatif/pipes.h"
#include "whatif/process.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

/* A program that has less than a part of the processor's time for so many
   seconds waits for something: a server's timers take a thirtieth. */
enum { IDLE = 10, IDLE_PART = 20 };

typedef struct {
   pid_t pid;                         /* 0: it does not run */
   size_t number;
   double since;
   char *file;
   bool late;                         /* it was ended */
   double looked, busy;               /* when, and when it last had enough
                                         ticks */
   unsigned long ticks;               /* of its time until then */
   bool told;                         /* that it is idle */
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

double jobs_seconds(void)
{
   struct timespec now;

   clock_gettime(CLOCK_MONOTONIC, &now);
   return (double)now.tv_sec + (double)now.tv_nsec / 1e9;
}

static void connect_streams(const jobs_setup *setup)
{
   const int fd = open("/dev/null", O_RDWR);

   if (!input_connect(setup->input, setup->input_offset))
      _exit(127);
   for (int i = STDOUT_FILENO; i <= STDERR_FILENO; i++)
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

/* The file that says which process a run is; the caller frees the name. */
static char *process_file(const jobs_setup *setup, pid_t pid)
{
   return memory_format("%s/" JOBS_PROCESS "%d", setup->folder, (int)pid);
}

/* Say which process a run is: if this one is killed, then the next series
   removes what is left. */
static void note_process(const jobs_setup *setup, pid_t pid)
{
   char *name = process_file(setup, pid);
   const int fd = open(name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

   if (fd >= 0)
      close(fd);
   free(name);
}

/* A run has ended. */
static void forget_process(const jobs_setup *setup, const job *j)
{
   char *name = process_file(setup, j->pid);

   if (WIFSIGNALED(j->status)) {
      /* Of its children. */
      kill(-j->pid, SIGKILL);
      pipes_remove(j->pid);
   }
   unlink(name);
   free(name);
}

static void end_job(const job *j)
{
   /* It may not have its session yet. */
   if (kill(-j->pid, SIGKILL) != 0)
      kill(j->pid, SIGKILL);
}

static void start(job *j, const jobs_setup *setup, const char *what,
                  size_t number)
{
   char *name = memory_format("%s/run.%zu", setup->folder, number);
   char **words;

   j->file = name;
   j->number = number;
   j->since = jobs_seconds();
   j->late = j->told = false;
   j->looked = j->busy = j->since;
   j->ticks = 0;
   words = command_line(setup, what, number, name);
   const pid_t own = getpid();
   j->pid = fork();
   if (j->pid == 0) {
      /* Without this process a run is of no use. */
      if (prctl(PR_SET_PDEATHSIG, SIGKILL) != 0 || getppid() != own)
         _exit(127);
      /* Its children are ended with it, and this process tells the signals
         of a terminal. */
      setsid();
      connect_streams(setup);
      execv(words[0], words);
      _exit(127);
   }
   if (j->pid < 0)
      message_fatal("what-if: cannot start a process: %s", strerror(errno));
   note_process(setup, j->pid);
   memory_free_list(words);
}

/* End the runs that take too long. */
static void end_late(job *list, const jobs_setup *setup)
{
   for (size_t i = 0; setup->limit > 0 && i < setup->at_once; i++)
      if (list[i].pid > 0 && jobs_seconds() - list[i].since > setup->limit) {
         list[i].late = true;
         end_job(&list[i]);
      }
}

/* A run without a limit may never end, since its threads wait for each other, or
   for requests: say how to find out. */
static void tell_idle(job *list, const jobs_setup *setup)
{
   const double now = jobs_seconds();
   const unsigned long enough = sysconf(_SC_CLK_TCK) * IDLE / IDLE_PART;

   for (size_t i = 0; setup->limit == 0 && i < setup->at_once; i++) {
      job *j = &list[i];
      unsigned long ticks;

      if (j->pid == 0 || j->told || now - j->looked < 1)
         continue;
      j->looked = now;
      ticks = process_ticks(j->pid);
      if (ticks >= j->ticks + enough) {
         j->ticks = ticks;
         j->busy = now;
      } else if (now - j->busy >= IDLE) {
         message_note("what-if: the program has done hardly anything for %d s: "
                      "if it waits for requests, another program has to send "
                      "them and to end it, in each run; `vgdb --pid=%d waits` "
                      "says what its threads wait for", IDLE, (int)j->pid);
         j->told = true;
      }
   }
}

/* End all runs. */
static void end_all(job *list, const jobs_setup *setup)
{
   for (size_t i = 0; i < setup->at_once; i++)
      if (list[i].pid > 0) {
         end_job(&list[i]);
         waitpid(list[i].pid, &list[i].status, 0);
         forget_process(setup, &list[i]);
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

/* Processes whose parents have ended are children of this one (see jobs_run). */
bool jobs_process_left(void)
{
   static const struct timespec pause = { 0, 5000000 };
   const double begun = jobs_seconds();
   pid_t pid;

   while ((pid = waitpid(-1, NULL, WNOHANG)) >= 0 && jobs_seconds() - begun < 1)
      if (pid == 0)
         nanosleep(&pause, NULL);
   return pid >= 0;
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

/* Call `done` for a run that has ended. */
static void report(const job *j,
                   void (*done)(void *, size_t, const jobs_end *),
                   void *context)
{
   const bool there = access(j->file, R_OK) == 0;
   char *reason = there ? memory_string("") : reason_of(j);
   const jobs_end end = {
      there ? j->file : NULL, reason,
      WIFEXITED(j->status) ? WEXITSTATUS(j->status) : 0,
   };

   done(context, j->number, &end);
   free(reason);
}

double jobs_run(const jobs_setup *setup, char *const *what, size_t count,
                void (*done)(void *context, size_t i, const jobs_end *end),
                void *context)
{
   static const struct timespec pause = { 0, 5000000 };
   job *list = memory_new(setup->at_once, sizeof *list), *j;
   size_t begun = 0, over = 0;
   double longest = 0;

   /* Without it (it can't fail since Linux 3.4) no process is left. */
   prctl(PR_SET_CHILD_SUBREAPER, 1);
   while (over < count && !stopped) {
      while (begun < count && (j = idle(list, setup)) != NULL) {
         start(j, setup, what[begun], begun);
         begun++;
      }
      end_late(list, setup);
      tell_idle(list, setup);
      j = ended(list, setup);
      if (j == NULL) {
         nanosleep(&pause, NULL);
         continue;
      }
      if (jobs_seconds() - j->since > longest)
         longest = jobs_seconds() - j->since;
      report(j, done, context);
      forget_process(setup, j);
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
