/* The epochs of a recording: see epochs.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/epochs.h"
#include "base/memory.h"
#include "base/message.h"
#include "recorder/budget.h"
#include "recorder/processes.h"
#include "samples/write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

/* An epoch ends early with this number of cells, which bounds the memory. */
#define MOST_CELLS ((size_t)1 << 20)

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
   c->mean_period = budget_period(r);
   c->fault_period = r->pace.faults;
   r->start = r->awake = recording_clock(CLOCK_REALTIME);
   c->begin = (time_t)(r->start / NS_PER_S);
   r->opened = r->followed = recording_clock(CLOCK_MONOTONIC);
   budget_check(r, r->opened);
}

static pid_t recorded_pid(const recording *r)
{
   return r->o->target == PERF_PROGRAM ? r->c.pid :
          r->o->target == PERF_PROCESS ? r->o->pid : getpid();
}

char *epochs_file_name(const recording *r)
{
   if (r->o->store)
      return memory_format("%s/%s.%" PRIu64 ".%ld.samples.gz", r->o->store,
                           r->system.nodename, r->start / 1000,
                           (long)recorded_pid(r));
   return r->o->out ? memory_string(r->o->out)
                    : memory_format("aprof.samples.%ld", (long)recorded_pid(r));
}

static double seconds_of(struct timeval t)
{
   return t.tv_sec + 1e-6 * t.tv_usec;
}

/* Set the CPU time that the program has taken, if that is known. */
static bool usage_of(const recording *r, double *user, double *kernel)
{
   struct rusage used;

   if (r->o->target != PERF_PROGRAM ||
       getrusage(RUSAGE_CHILDREN, &used) != 0)
      return false;
   *user = seconds_of(used.ru_utime);
   *kernel = seconds_of(used.ru_stime);
   return true;
}

/* Say so if the kernel does not allow samples of its own code: a program may
   take most of its time there. */
static void note_kernel(const recording *r)
{
   double user, kernel;
   char *time = r->e.can.kernel ? NULL : usage_of(r, &user, &kernel)
                ? memory_format(", %.2g s beside %.2g s of the programs' own,",
                                kernel, user)
                : memory_string("");

   if (time)
      message_note("the time in the kernel%s is not in the samples: run aprof "
                   "as root, or use `sudo sysctl kernel.perf_event_paranoid=1`",
                   time);
   free(time);
}

/* Warn if the samples stand for much less time than the program took.  The
   timers of inherited events begin anew in each process and thread, so those
   that end before their first sample are not seen. */
static void compare_with_usage(const recording *r, const samples_event *e)
{
   double user, kernel, all, seen;

   if (r->e.can.cycles || !usage_of(r, &user, &kernel))
      return;
   all = user + (r->e.can.kernel ? kernel : 0);
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
   char *file;
   bool is;

   if (r->o->target != PERF_PROGRAM || geteuid() == 0)
      return false;
   file = child_file(r->o->command[0]);
   is = file && stat(file, &there) == 0 &&
        ((there.st_mode & S_ISUID && there.st_uid != geteuid()) ||
         (there.st_mode & S_ISGID && there.st_gid != getegid()));
   free(file);
   return is;
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
   note_kernel(r);
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

bool epochs_end(recording *r, uint64_t end, bool is_last)
{
   collector *c = &r->collected;
   char stamp[32], *name = epochs_file_name(r);
   const samples_run run = {
      .start = r->start, .end = end,
      .host = r->system.nodename, .machine = r->machine,
      .kernel = r->system.release, .cpus = sysconf(_SC_NPROCESSORS_ONLN),
      .period = budget_period(r), .cost = r->facts.cost, .seed = r->seed,
      .pid = r->o->target == PERF_MACHINE ? 0 : recorded_pid(r),
      .command = r->command, .no_kernel = !r->e.can.kernel,
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

bool epochs_begin(recording *r)
{
   begin_collecting(r);
   if (!events_open(&r->e, budget_period(r), r->seed + r->files,
                    r->collected.fault_period))
      return false;
   if (r->e.target == PERF_PROCESS)
      processes_read(&r->collected, r->o->pid);
   else if (r->e.target == PERF_MACHINE)
      processes_read_all(&r->collected);
   return true;
}

bool epochs_are_many(const recording *r)
{
   return r->o->store && r->e.target == PERF_MACHINE;
}

bool epochs_is_over(const recording *r, uint64_t now)
{
   return epochs_are_many(r) &&
          (now - r->opened > r->o->epoch * NS_PER_S ||
           r->collected.s->cell_count > MOST_CELLS);
}

bool epochs_next(recording *r, uint64_t end)
{
   recording_drain(r, UINT64_MAX);
   events_close(&r->e);
   return epochs_end(r, end, false) && epochs_begin(r);
}
