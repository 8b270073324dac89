/* A recording: from its events to its samples files.

   One loop: wait for the rings, for a signal or for 100 ms; take the records;
   give the events new periods; once a second, look for processors that have
   been switched on or off.  A store gets a file for each epoch (epochs.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "recorder/record.h"
#include "base/memory.h"
#include "base/message.h"
#include "recorder/budget.h"
#include "recorder/epochs.h"
#include "recorder/processes.h"
#include "recorder/recording.h"
#include "samples/write.h"

#include <asm/unistd.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#define DRAIN_MS 100
/* Records younger than this stay in their rings. */
#define SETTLE (10 * NS_PER_S / 1000)
/* How often the processors are compared with the events. */
#define FOLLOW_EVERY NS_PER_S
/* A machine that has slept for less than this has not slept. */
#define SHORTEST_SLEEP NS_PER_S

/* Return how long the machine has slept since its start, ns; a little less, by
   the time between the two calls. */
static uint64_t slept(void)
{
   const uint64_t all = recording_clock(CLOCK_BOOTTIME);
   const uint64_t awake = recording_clock(CLOCK_MONOTONIC);

   return all > awake ? all - awake : 0;
}

/* --- processors that come and go, and a machine that sleeps --- */

static void follow_processors(recording *r, uint64_t now)
{
   if (now - r->followed < FOLLOW_EVERY)
      return;
   r->followed = now;
   if (events_follow(&r->e)) {
      recording_drain(r, UINT64_MAX);
      address_spaces_free(&r->collected.spaces);
      processes_read_all(&r->collected);
   }
}

/* A thread without events has mapped what no record tells of. */
static void find_threads(recording *r)
{
   if (events_find_threads(&r->e)) {
      recording_drain(r, UINT64_MAX);
      address_spaces_free(&r->collected.spaces);
      processes_read(&r->collected, r->o->pid);
   }
}

/* Return whether the machine has slept since the last call.  The clocks of the
   samples stand still then, so that no time is to be taken off. */
static bool has_slept(recording *r)
{
   const uint64_t now = slept(), before = r->sleep;

   if (now < before + SHORTEST_SLEEP)
      return false;
   r->sleep = now;
   message_note("the machine has slept for %.3g s, which are not part of any "
                "time", 1e-9 * (now - before));
   return true;
}

/* --- the loop --- */

/* Return a descriptor that tells when a process has ended; -1 before Linux 5.3,
   or if the process is not there. */
static int open_process(pid_t pid)
{
#ifdef __NR_pidfd_open
   return syscall(__NR_pidfd_open, pid, 0);
#else
   (void)pid;
   return -1;
#endif
}

/* Return whether the recorded process has ended.  Its number does not tell, if
   there is better: it stays until the parent asks how the process has ended, and
   is used again. */
static bool has_ended(const recording *r)
{
   struct pollfd end = { r->process, POLLIN, 0 };

   if (r->process >= 0)
      return poll(&end, 1, 0) > 0;
   return kill(r->o->pid, 0) != 0 && errno == ESRCH;
}

/* Return whether the recording has a child: the program that is recorded, or one
   that says how long others are, as under perf. */
static bool has_child(const recording *r)
{
   return *r->o->command != NULL;
}

/* Note how the program has ended, if that is by a signal: a shell tells it of
   its own children only. */
static void note_end(recording *r, int status)
{
   r->ends = true;
   r->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                   : WEXITSTATUS(status);
   if (WIFSIGNALED(status) && WTERMSIG(status) != SIGINT)
      message_note("signal %d has ended the program: %s", WTERMSIG(status),
                   strsignal(WTERMSIG(status)));
}

static void take_signals(recording *r)
{
   struct signalfd_siginfo info;
   int status;

   while (read(r->signals, &info, sizeof info) == sizeof info) {
      if (info.ssi_signo == SIGCHLD)
         continue;
      if (r->o->target != PERF_PROGRAM)
         r->ends = true;
      else if (info.ssi_code != SI_KERNEL)
         kill(r->c.pid, info.ssi_signo);   /* a terminal's reach it, too */
   }
   if (has_child(r) && waitpid(r->c.pid, &status, WNOHANG) == r->c.pid)
      note_end(r, status);
   r->ends |= r->o->target == PERF_PROCESS && has_ended(r);
}

/* Wait for records, signals, or some time. */
static void wait_for_work(recording *r)
{
   const size_t rings = r->e.ring_count;
   struct pollfd *fds = memory_new(rings + 2, sizeof *fds);

   memcpy(fds, r->e.polled, rings * sizeof *fds);
   fds[rings] = (struct pollfd){ r->signals, POLLIN, 0 };
   fds[rings + 1] = (struct pollfd){ r->process, POLLIN, 0 };
   if (poll(fds, rings + 2, DRAIN_MS) > 0)
      for (size_t i = 0; i < rings; i++)
         if (fds[i].revents & (POLLHUP | POLLERR))
            r->e.polled[i].fd = -1;   /* its thread has ended; only time wakes
                                         us for this ring */
   free(fds);
}

/* Say so if processes of the program go on behind its end, as those of a server
   that leaves the foreground. */
static void note_others(const recording *r)
{
   size_t count = 0;
   pid_t first = 0;

   for (size_t i = 0; i < r->collected.spaces.count; i++) {
      const address_process *p = &r->collected.spaces.processes[i];

      if (p->threads == 0 || p->pid == r->c.pid ||
          !processes_is_running(p->pid))
         continue;
      if (count++ == 0)
         first = p->pid;
   }
   if (count == 1)
      message_warning("the program has ended, but its process %ld goes on, and "
                      "is not recorded from now on: let it stay in the "
                      "foreground, or use -p", (long)first);
   else if (count > 1)
      message_warning("the program has ended, but %zu of its processes go on, "
                      "such as %ld, and are not recorded from now on: let them "
                      "stay in the foreground, or use -a", count, (long)first);
}

/* End the program beside -p or -a, if it has not ended by itself. */
static void end_companion(const recording *r)
{
   if (has_child(r) && waitpid(r->c.pid, NULL, WNOHANG) == 0)
      kill(r->c.pid, SIGTERM);
}

static bool loop(recording *r)
{
   const uint64_t begin = recording_clock(CLOCK_MONOTONIC);

   while (!r->ends) {
      uint64_t now;
      bool wakes;

      wait_for_work(r);
      take_signals(r);
      now = recording_clock(CLOCK_MONOTONIC);
      recording_drain(r, now - SETTLE);
      if (r->o->duration > 0 && now - begin >= r->o->duration * NS_PER_S)
         r->ends = true;
      budget_keep(r, now);
      follow_processors(r, now);
      find_threads(r);
      events_redraw(&r->e);
      wakes = has_slept(r) && epochs_are_many(r);
      if (!r->ends && (wakes || epochs_is_over(r, now)) &&
          !epochs_next(r, wakes ? r->awake : recording_clock(CLOCK_REALTIME)))
         return false;
      r->awake = recording_clock(CLOCK_REALTIME);
   }
   if (r->e.target != PERF_PROGRAM) {
      events_disable(&r->e);
      end_companion(r);
   }
   recording_drain(r, UINT64_MAX);
   if (r->e.target == PERF_PROGRAM)
      note_others(r);
   return true;
}

/* --- start and end --- */

static char *command_line(char **command)
{
   return command ? memory_joined((const char *const *)command, " ")
                  : memory_string("");
}

static bool make_store(const char *store)
{
   struct stat there;

   if (mkdir(store, 0700) == 0)
      return true;
   if (stat(store, &there) != 0 || !S_ISDIR(there.st_mode))
      message_error("%s: cannot create the folder: %s", store,
                    strerror(errno));
   else if (access(store, W_OK | X_OK) != 0)
      message_error("%s: cannot create files there: %s", store,
                    strerror(errno));
   else
      return true;
   return false;
}

static uint64_t new_seed(const record_options *o)
{
   uint64_t seed;

   if (o->has_seed)
      return o->seed;
   if (getrandom(&seed, sizeof seed, 0) != sizeof seed)
      seed = recording_clock(CLOCK_REALTIME) ^ getpid();
   return seed >> 1;
}

/* Return whether a recording can be written, after one line on stderr if not:
   it should not be found out after hours. */
static bool can_write(const recording *r)
{
   char *name;
   bool good;

   if (r->o->store)
      return true;
   name = epochs_file_name(r);
   good = samples_can_write(name);
   free(name);
   return good;
}

/* Catch the signals that end a recording; *old: the mask before.  A shell lets
   its background jobs ignore SIGINT, which a program is to inherit.  SIGQUIT
   asks some programs for a report only: virtual machines of Java for the stacks
   of their threads. */
static int catch_signals(perf_target target, sigset_t *old)
{
   sigset_t mask;

   if (target != PERF_PROGRAM)
      signal(SIGINT, SIG_DFL);
   sigemptyset(&mask);
   sigaddset(&mask, SIGCHLD);
   sigaddset(&mask, SIGINT);
   sigaddset(&mask, SIGTERM);
   sigaddset(&mask, SIGHUP);
   sigaddset(&mask, SIGQUIT);
   sigprocmask(SIG_BLOCK, &mask, old);
   return signalfd(-1, &mask, SFD_CLOEXEC | SFD_NONBLOCK);
}

static bool start_program(recording *r)
{
   int error = child_start(&r->c);

   if (error == 0)
      return true;
   message_error("record: %s: %s", r->o->command[0],
                 error == ENOEXEC ? "this kernel can't run it: it is a program "
                                    "for another processor, or of 32 bits"
                                  : strerror(error));
   waitpid(r->c.pid, NULL, 0);
   return false;
}

/* Record with the events probed; the child, if there is one, waits. */
static bool record_all(recording *r)
{
   budget_choose_rate(r);
   if (!epochs_begin(r)) {
      if (has_child(r))
         child_cancel(&r->c);
      return false;
   }
   if (has_child(r) && !start_program(r))
      return false;
   if (!loop(r))
      return false;
   events_close(&r->e);
   return epochs_end(r, recording_clock(CLOCK_REALTIME), true);
}

int record(const record_options *o)
{
   recording r = { .o = o, .process = -1 };
   pid_t pid = o->target == PERF_MACHINE ? -1 :
               o->target == PERF_PROCESS ? o->pid : 0;
   sigset_t old;
   bool good;

   if (o->store && !make_store(o->store))
      return STATUS_UNUSABLE;
   if (!events_probe(&r.e, o->target, pid))
      return STATUS_UNUSABLE;
   r.facts = machine_get(MACHINE_RECENT);
   r.machine = machine_name();
   r.command = command_line(o->target == PERF_PROGRAM ? o->command : NULL);
   r.seed = new_seed(o);
   r.sleep = slept();
   uname(&r.system);
   vdso_read(&r.vdso);
   if (o->target == PERF_PROCESS)
      r.process = open_process(o->pid);
   r.signals = catch_signals(o->target, &old);
   good = r.signals >= 0;
   if (!good)                         /* they are blocked: nothing would end us */
      message_error("record: cannot wait for signals: %s", strerror(errno));
   good = good && (!has_child(&r) || child_create(&r.c, o->command, &old));
   if (good && o->target == PERF_PROGRAM)
      r.e.pid = r.c.pid;
   if (good && !can_write(&r)) {
      good = false;
      if (has_child(&r))
         child_cancel(&r.c);
   }
   good = good && record_all(&r);
   if (!good) {
      events_close(&r.e);
      collector_free(&r.collected);
      samples_free(r.collected.s);
      samples_free(r.unwritten);
   } else if (o->store) {
      message_note("%zu file%s in %s", r.files, r.files == 1 ? "" : "s",
                   o->store);
   }
   vdso_free(&r.vdso);
   if (r.signals >= 0)
      close(r.signals);
   if (r.process >= 0)
      close(r.process);
   free(r.machine);
   free(r.command);
   return good ? r.status : STATUS_UNUSABLE;
}
