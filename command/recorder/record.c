/* A recording: from its events to its samples files.

   One loop: wait for the rings, for a signal or for 100 ms; take the records;
   give the events new periods; once a second, look for processors that have
   been switched on or off.  A store gets a file for each epoch.  Each epoch
   opens its events anew, and reads the mappings of all processes again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "recorder/record.h"
#include "base/memory.h"
#include "base/message.h"

#include "recorder/child.h"
#include "recorder/collector.h"
#include "recorder/vdso.h"
#include "recorder/events.h"
#include "recorder/machine.h"
#include "recorder/processes.h"
#include "samples/write.h"

#include <errno.h>
#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/stat.h>
#include <sys/utsname.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000ull
#define DRAIN_MS 100
/* Records younger than this stay in their rings. */
#define SETTLE (10 * NS_PER_S / 1000)
/* An epoch ends early with this number of cells, which bounds the memory. */
#define MOST_CELLS ((size_t)1 << 20)
/* How often the rate of a machine's recording is compared with its budget. */
#define BUDGET_EVERY (10 * NS_PER_S)
/* How often the processors are compared with the events. */
#define FOLLOW_EVERY NS_PER_S
/* A machine that has slept for less than this has not slept. */
#define SHORTEST_SLEEP NS_PER_S
/* Samples of page faults take this part of the faults' own time at most.  The
   budget has room for a program that takes a tenth of its time for faults. */
#define FAULT_PART 0.01
#define FAULT_ROOM 1.1
#define FASTEST_FAULT 500              /* ns */

typedef struct {
   const record_options *o;
   machine_facts facts;
   struct utsname system;
   char *machine;
   char *command;                     /* in one line */
   events e;
   child c;
   int signals;                       /* a signalfd */
   collector collected;
   vdso vdso;
   samples *unwritten;                /* of epochs whose files could not be
                                         written; NULL: none */
   periods_pace pace, first;          /* now, and at the start */
   double told;                       /* the rate of the last note */
   uint64_t seed;
   uint64_t start;                    /* of the epoch, ns since 1970 */
   uint64_t opened;                   /* the same, monotonic */
   uint64_t sleep;                    /* ns that the machine has slept since its
                                         start, as far as it is known */
   uint64_t awake;                    /* the last pass of the loop, ns since
                                         1970 */
   uint64_t followed;                 /* last look at the processors */
   uint64_t checked;                  /* last comparison with the budget */
   uint64_t checked_samples, checked_faults, checked_cpu;
   bool ends;                         /* the program has ended, or a signal or
                                         the end of the time has come */
   int status;                        /* of the program */
   size_t files;
} recording;

static uint64_t clock_now(clockid_t id)
{
   struct timespec t;

   clock_gettime(id, &t);
   return t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* Return how long the machine has slept since its start, ns; a little less, by
   the time between the two calls. */
static uint64_t slept(void)
{
   const uint64_t all = clock_now(CLOCK_BOOTTIME);
   const uint64_t awake = clock_now(CLOCK_MONOTONIC);

   return all > awake ? all - awake : 0;
}

/* --- rate --- */

static void choose_rate(recording *r)
{
   const record_options *o = r->o;
   const char *event = r->e.can.cycles ? "the counter of cycles"
                                       : "the timer cpu-clock, since this "
                                         "machine has no counter of cycles";

   const double fault = r->facts.fault ? r->facts.fault : FASTEST_FAULT;

   r->first.rate = r->told = o->rate > 0 ? o->rate
      : periods_rate(o->budget / FAULT_ROOM, r->facts.cost, RECORD_MOST);
   r->first.faults = floor(r->facts.cost / (FAULT_PART * fault)) + 1;
   r->pace = r->first;
   if (o->rate > 0)
      message_note("%.4g samples/s, by %s; they take %.2g %% of the time",
                   o->rate, event, 1e-7 * o->rate * r->facts.cost);
   else
      message_note("%.4g samples/s, by %s; a sample takes %.2g us%s, the "
                   "budget is %.3g %%", r->told, event, 1e-3 * r->facts.cost,
                   r->facts.cost_samples ? "" : " (assumed: it could not be "
                   "measured)", 100 * o->budget);
}

static uint64_t mean_period(const recording *r)
{
   const double second = r->e.can.cycles ? r->e.can.cycles_per_second
                                         : NS_PER_S;

   return second / r->pace.rate;
}

/* --- records --- */

static void take(void *context, const ring *from,
                 const struct perf_event_header *record)
{
   if (from->faults)
      collector_feed_fault(context, record);
   else
      collector_feed(context, record);
}

static void drain(recording *r, uint64_t until)
{
   rings_drain(r->e.rings, r->e.ring_count, until, take, &r->collected);
}

/* --- the budget --- */

static uint64_t own_cpu(void)
{
   return clock_now(CLOCK_PROCESS_CPUTIME_ID);
}

static void begin_check(recording *r, uint64_t now)
{
   r->checked = now;
   r->checked_samples = r->collected.samples;
   r->checked_faults = r->collected.faults;
   r->checked_cpu = own_cpu();
}

/* Change the pace.  Samples of faults do not name their period: those in the
   rings have the old one. */
static void set_pace(recording *r, periods_pace pace)
{
   r->pace = pace;
   r->e.mean = mean_period(r);
   if ((uint64_t)pace.faults != r->collected.fault_period) {
      drain(r, UINT64_MAX);
      r->collected.fault_period = pace.faults;
      events_set_faults(&r->e, r->collected.fault_period);
   }
}

/* Slow down a machine's recording if the samples and this process take more
   than the budget, and back; the time between is long, so that single bursts
   don't count.  A note tells of a rate below half of that of the note
   before. */
static void keep_budget(recording *r, uint64_t now)
{
   const collector *c = &r->collected;
   const double time = (double)(now - r->checked) *
                       sysconf(_SC_NPROCESSORS_ONLN);
   periods_taken taken;

   if (r->o->rate > 0 || r->e.target != PERF_MACHINE ||
       now - r->checked < BUDGET_EVERY)
      return;
   taken = (periods_taken){
      .samples = (c->samples - r->checked_samples) * r->facts.cost / time,
      .faults = (c->faults - r->checked_faults) * r->facts.cost / time,
      .recorder = (own_cpu() - r->checked_cpu) / time,
   };
   set_pace(r, periods_keep(r->pace, r->first, r->o->budget, taken));
   if (r->pace.rate < r->told / 2) {
      r->told = r->pace.rate;
      message_note("samples took %.2g %% of the time and the recorder %.2g %%, "
                   "the budget is %.2g %%: %.4g samples/s from now on",
                   100 * (taken.samples + taken.faults), 100 * taken.recorder,
                   100 * r->o->budget, r->told);
   }
   begin_check(r, now);
}

/* --- epochs --- */

static void begin_collecting(recording *r)
{
   collector *c = &r->collected;

   *c = (collector){ .s = samples_new(), .vdso = &r->vdso };
   /* A counter of cycles stands still in the interrupt that takes a sample: no
      cost is to be taken off. */
   if (r->e.can.cycles) {
      c->event = samples_event_of(c->s, "cycles", "cycles", SKID_UNKNOWN);
   } else {
      c->event = samples_event_of(c->s, "cpu-clock", "ns", r->facts.skid);
      c->cost = r->facts.cost;
   }
   c->cost_ns = r->facts.cost;
   c->mean_period = mean_period(r);
   c->fault_period = r->pace.faults;
   r->start = r->awake = clock_now(CLOCK_REALTIME);
   r->opened = r->followed = clock_now(CLOCK_MONOTONIC);
   begin_check(r, r->opened);
}

static pid_t recorded_pid(const recording *r)
{
   return r->o->target == PERF_PROGRAM ? r->c.pid :
          r->o->target == PERF_PROCESS ? r->o->pid : getpid();
}

/* Return the name of the epoch's file. */
static char *file_name(const recording *r)
{
   if (r->o->store)
      return memory_format("%s/%s.%" PRIu64 ".%ld.samples.gz", r->o->store,
                           r->system.nodename, r->start / 1000,
                           (long)recorded_pid(r));
   return r->o->out ? memory_string(r->o->out)
                    : memory_format("aprof.samples.%ld", (long)recorded_pid(r));
}

/* Warn if the samples stand for much less time than the program took.  The
   timers of inherited events begin anew in each process and thread, so those
   that end before their first sample are not seen. */
static void compare_with_usage(const recording *r, const samples_event *e)
{
   struct rusage used;
   double all, seen;

   if (r->o->target != PERF_PROGRAM || r->e.can.cycles ||
       getrusage(RUSAGE_CHILDREN, &used) != 0)
      return;
   all = used.ru_utime.tv_sec + 1e-6 * used.ru_utime.tv_usec;
   if (r->e.can.kernel)
      all += used.ru_stime.tv_sec + 1e-6 * used.ru_stime.tv_usec;
   seen = 1e-9 * (samples_weight(r->collected.s, 0) + e->overhead);
   if (all > 0.1 && seen < 0.8 * all)
      message_warning("the samples stand for %.2g s of %.2g s: processes and "
                      "threads that end within %.1f ms are not sampled; use a "
                      "higher --rate, or -a", seen, all, 1e3 / r->pace.rate);
}

/* Return whether the kernel lets only root sample the program: it runs with its
   owner's rights. */
static bool is_privileged(const recording *r)
{
   struct stat there;

   return r->o->target == PERF_PROGRAM && geteuid() != 0 &&
          stat(r->o->command[0], &there) == 0 &&
          ((there.st_mode & S_ISUID && there.st_uid != geteuid()) ||
           (there.st_mode & S_ISGID && there.st_gid != getegid()));
}

static void report(const recording *r, const char *name)
{
   const collector *c = &r->collected;
   const samples_event *e = &c->s->events[c->event];
   char *dropped = e->dropped ? memory_format("%" PRIu64 " dropped", e->dropped)
                        : memory_string("none dropped");

   if (strcmp(e->unit, "ns") == 0)
      message_note("%.4g s of CPU in %" PRIu64 " sample%s, %s, in %s; sampling "
                   "itself took %.2g s more", 1e-9 * samples_weight(c->s, 0),
                   c->samples, c->samples == 1 ? "" : "s", dropped, name,
                   1e-9 * e->overhead);
   else
      message_note("%" PRIu64 " sample%s, %s, in %s", c->samples,
                   c->samples == 1 ? "" : "s", dropped, name);
   free(dropped);
   if (c->throttled)
      message_warning("the kernel stopped sampling %" PRIu64 " times for a "
                      "while: use a lower rate", c->throttled);
   compare_with_usage(r, e);
   if (c->samples == 0 && is_privileged(r))
      message_warning("the program is setuid or setgid: the kernel lets only "
                      "root sample it");
   else if (c->samples < 100)
      message_note("so few samples say little: record a longer run, or several "
                   "runs, which aprof prof adds up");
}

/* Write samples, with those of epochs before that could not be written. */
static bool write_samples(recording *r, const char *name, samples *s)
{
   if (r->unwritten && !samples_merge(s, r->unwritten)) {
      message_error("%s: with the epochs before, a sum has more than 64 bits",
                    name);
      return false;
   }
   return samples_write(name, s);
}

/* Keep the samples of an epoch whose file could not be written, for the next
   one: a disk that is full now may have room then.  Return false if they are
   too many. */
static bool keep_samples(recording *r)
{
   samples *s = r->collected.s;

   if (s->cell_count > MOST_CELLS)
      return false;
   message_note("the samples are kept for the next file");
   samples_free(r->unwritten);
   r->unwritten = s;
   return true;
}

/* Write the file of an epoch that ended at a time, in ns since 1970.  If that
   fails and it is not the last one, then its samples go to the next file. */
static bool end_epoch(recording *r, uint64_t end, bool is_last)
{
   collector *c = &r->collected;
   char stamp[32], *name = file_name(r);
   const samples_run run = {
      .start = r->start, .end = end,
      .host = r->system.nodename, .machine = r->machine,
      .kernel = r->system.release, .cpus = sysconf(_SC_NPROCESSORS_ONLN),
      .period = mean_period(r), .cost = r->facts.cost, .seed = r->seed,
      .pid = r->o->target == PERF_MACHINE ? 0 : recorded_pid(r),
      .command = r->command,
   };
   bool good;

   samples_add_run(c->s, &run);
   snprintf(stamp, sizeof stamp, "%" PRIx64, r->start);
   collector_finish(c, "/tmp", stamp);
   good = write_samples(r, name, c->s);
   if (good && !r->o->store)
      report(r, name);
   r->files += good;
   free(name);
   if (good || is_last || !keep_samples(r)) {
      samples_free(c->s);
      samples_free(r->unwritten);
      r->unwritten = NULL;
   } else
      good = true;
   c->s = NULL;
   collector_free(c);
   return good;
}

/* Open the events of an epoch, and read what is mapped already.  Mappings that
   are created meanwhile are both read and recorded. */
static bool begin_epoch(recording *r)
{
   begin_collecting(r);
   if (!events_open(&r->e, mean_period(r), r->seed + r->files,
                    r->collected.fault_period))
      return false;
   if (r->e.target == PERF_PROCESS)
      processes_read(&r->collected, r->o->pid);
   else if (r->e.target == PERF_MACHINE)
      processes_read_all(&r->collected);
   return true;
}

static bool has_epochs(const recording *r)
{
   return r->o->store && r->e.target == PERF_MACHINE;
}

static bool is_epoch_over(const recording *r, uint64_t now)
{
   return has_epochs(r) &&
          (now - r->opened > r->o->epoch * NS_PER_S ||
           r->collected.s->cell_count > MOST_CELLS);
}

static bool next_epoch(recording *r, uint64_t end)
{
   drain(r, UINT64_MAX);
   events_close(&r->e);
   return end_epoch(r, end, false) && begin_epoch(r);
}

/* --- processors that come and go, and a machine that sleeps --- */

static void follow_processors(recording *r, uint64_t now)
{
   if (now - r->followed < FOLLOW_EVERY)
      return;
   r->followed = now;
   if (events_follow(&r->e)) {
      drain(r, UINT64_MAX);
      address_spaces_free(&r->collected.spaces);
      processes_read_all(&r->collected);
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
   if (r->o->target == PERF_PROGRAM &&
       waitpid(r->c.pid, &status, WNOHANG) == r->c.pid) {
      r->ends = true;
      r->status = WIFSIGNALED(status) ? 128 + WTERMSIG(status)
                                      : WEXITSTATUS(status);
   }
   if (r->o->target == PERF_PROCESS && kill(r->o->pid, 0) != 0 &&
       errno == ESRCH)
      r->ends = true;
}

/* Wait for records, signals, or some time. */
static void wait_for_work(recording *r)
{
   const size_t rings = r->e.ring_count;
   struct pollfd *fds = memory_new(rings + 1, sizeof *fds);

   memcpy(fds, r->e.polled, rings * sizeof *fds);
   fds[rings] = (struct pollfd){ r->signals, POLLIN, 0 };
   if (poll(fds, rings + 1, DRAIN_MS) > 0)
      for (size_t i = 0; i < rings; i++)
         if (fds[i].revents & (POLLHUP | POLLERR))
            r->e.polled[i].fd = -1;   /* its thread has ended; only time wakes
                                         us for this ring */
   free(fds);
}

static bool loop(recording *r)
{
   const uint64_t begin = clock_now(CLOCK_MONOTONIC);

   while (!r->ends) {
      uint64_t now;
      bool wakes;

      wait_for_work(r);
      take_signals(r);
      now = clock_now(CLOCK_MONOTONIC);
      drain(r, now - SETTLE);
      if (r->o->duration > 0 && now - begin >= r->o->duration * NS_PER_S)
         r->ends = true;
      keep_budget(r, now);
      follow_processors(r, now);
      events_redraw(&r->e);
      wakes = has_slept(r) && has_epochs(r);
      if (!r->ends && (wakes || is_epoch_over(r, now)) &&
          !next_epoch(r, wakes ? r->awake : clock_now(CLOCK_REALTIME)))
         return false;
      r->awake = clock_now(CLOCK_REALTIME);
   }
   if (r->e.target != PERF_PROGRAM)
      events_disable(&r->e);
   drain(r, UINT64_MAX);
   return true;
}

/* --- start and end --- */

static char *command_line(char **command)
{
   char *line = memory_string("");

   for (size_t i = 0; command && command[i]; i++) {
      char *longer = memory_format("%s%s%s", line, i ? " " : "", command[i]);

      free(line);
      line = longer;
   }
   return line;
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
      seed = clock_now(CLOCK_REALTIME) ^ getpid();
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
   name = file_name(r);
   good = samples_can_write(name);
   free(name);
   return good;
}

/* Catch the signals that end a recording; *old: the mask before.  A shell lets
   its background jobs ignore SIGINT, which a program is to inherit. */
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
   choose_rate(r);
   if (!begin_epoch(r)) {
      if (r->o->target == PERF_PROGRAM)
         child_cancel(&r->c);
      return false;
   }
   if (r->o->target == PERF_PROGRAM && !start_program(r))
      return false;
   if (!loop(r))
      return false;
   events_close(&r->e);
   return end_epoch(r, clock_now(CLOCK_REALTIME), true);
}

int record(const record_options *o)
{
   recording r = { .o = o };
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
   r.command = command_line(o->command);
   r.seed = new_seed(o);
   r.sleep = slept();
   uname(&r.system);
   vdso_read(&r.vdso);
   r.signals = catch_signals(o->target, &old);
   good = o->target != PERF_PROGRAM || child_create(&r.c, o->command, &old);
   if (good && o->target == PERF_PROGRAM)
      r.e.pid = r.c.pid;
   if (good && !can_write(&r)) {
      good = false;
      if (o->target == PERF_PROGRAM)
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
   close(r.signals);
   free(r.machine);
   free(r.command);
   return good ? r.status : STATUS_UNUSABLE;
}
