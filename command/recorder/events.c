/* The open events of a recording, and their rings.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/events.h"
#include "base/memory.h"
#include "base/message.h"
#include "recorder/processors.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

/* Pages of a ring: the first number that the kernel allows. */
#define MOST_PAGES 128
#define FEWEST_PAGES 4
#define FAULT_PAGES 8
/* Samples with one period: what is lost by a change is half a percent. */
#define SAMPLES_OF_PERIOD 100

/* --- opening --- */

/* Return why the kernel refuses an event or, with at_ring, its ring. */
static char *refusal(const events *e, int error, bool at_ring)
{
   return at_ring ? perf_ring_refusal(error)
                  : perf_refusal(error, e->target, e->pid, perf_paranoid());
}

static void refuse(const events *e, int error, bool at_ring)
{
   char *sentence = refusal(e, error, at_ring);

   message_error("record: %s", sentence);
   free(sentence);
}

static void warn(const events *e, int error, bool at_ring, int cpu)
{
   char *sentence = refusal(e, error, at_ring);

   message_warning("processor %d was switched on, and is not recorded: %s", cpu,
                   sentence);
   free(sentence);
}

bool events_probe(events *e, perf_target target, pid_t pid)
{
   int error;

   *e = (events){ .target = target, .pid = pid };
   if (target == PERF_MACHINE) {
      processors p = processors_read(false);

      error = perf_probe(&e->can, pid, p.cpus[0]);
      free(p.cpus);
   } else if (target == PERF_PROCESS) {
      size_t count;
      pid_t *tids = late_threads_list(pid, &count);

      error = ESRCH;
      for (size_t i = 0; i < count && error == ESRCH; i++)
         error = perf_probe(&e->can, tids[i], -1);
      free(tids);
   } else {
      error = perf_probe(&e->can, pid, -1);
   }
   if (error)
      refuse(e, error, false);
   return error == 0;
}

/* Map a ring of an event.  Return false with errno. */
static bool map_ring(events *e, int fd, int cpu, size_t pages, bool faults)
{
   const size_t page = sysconf(_SC_PAGESIZE);
   void *p = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE, MAP_SHARED,
                  fd, 0);

   if (p == MAP_FAILED)
      return false;
   e->polled = memory_resize(e->polled, e->ring_count + 1, sizeof *e->polled);
   e->rings = memory_resize(e->rings, e->ring_count + 1, sizeof *e->rings);
   e->polled[e->ring_count] = (struct pollfd){ fd, POLLIN, 0 };
   e->rings[e->ring_count++] = (ring){ p, (char *)p + page, pages * page, NULL,
                                       faults, fd, cpu };
   return true;
}

static void add_event(events *e, int fd, pid_t tid, int cpu,
                      const perf_request *request)
{
   e->opened = memory_grow(e->opened, e->count, &e->room, sizeof *e->opened);
   e->opened[e->count++] = (open_event){ .fd = fd, .cpu = cpu, .tid = tid,
                                         .faults = request->faults,
                                         .period = request->period };
}

/* Return whether an event that can't be opened is none: the processor was
   switched off since it was listed, or the thread has ended, the first thread
   perhaps before others. */
static bool is_none(int error)
{
   return error == ENODEV || error == ESRCH;
}

/* Open the event of a thread, or of all threads, on a processor.  The first
   event there has the ring.  Return 0 or an error; *at_ring: the event is open,
   the error is that of its ring. */
static int open_one(events *e, pid_t tid, int cpu, int *owner, bool *at_ring)
{
   const bool program = e->target == PERF_PROGRAM;
   const perf_request request = {
      .period = program ? periods_lasting(&e->random, e->mean) : e->mean,
      .inherit = e->target != PERF_MACHINE,
      .at_exec = program,
      .records = true,
   };
   int fd = perf_open(&e->can, &request, tid, cpu);

   *at_ring = false;
   if (fd < 0)
      return errno;
   add_event(e, fd, tid, cpu, &request);
   if (*owner >= 0)
      return ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, *owner) == 0 ? 0 : errno;
   *owner = fd;
   for (size_t pages = MOST_PAGES; pages >= FEWEST_PAGES; pages /= 2)
      if (map_ring(e, fd, cpu, pages, false))
         return 0;
   *at_ring = true;
   return errno;
}

/* Open the page faults of the threads on a processor, with a ring of their own,
   or that of an event that owns it.
   Faults are evidence beside the samples: a kernel that does not allow them, or
   the ring, is no failure. */
static void open_faults(events *e, const pid_t *tids, size_t tid_count, int cpu,
                        int owner)
{
   const perf_request request = {
      .period = periods_lasting(&e->random, e->mean_faults),
      .inherit = e->target != PERF_MACHINE,
      .at_exec = e->target == PERF_PROGRAM, .faults = true,
   };

   for (size_t t = 0; t < tid_count; t++) {
      const pid_t tid = tids ? tids[t] : e->pid;
      int fd = perf_open(&e->can, &request, tid, cpu);

      if (fd < 0)
         continue;
      if (owner < 0 ? !map_ring(e, fd, cpu, FAULT_PAGES, true)
                    : ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, owner) != 0) {
         close(fd);
         return;
      }
      if (owner < 0)
         owner = fd;
      add_event(e, fd, tid, cpu, &request);
   }
}

/* Close the events from `first` on that are off, or all of them. */
static void close_events(events *e, size_t first, bool all)
{
   const size_t page = sysconf(_SC_PAGESIZE);
   size_t left = first, rings = 0;

   for (size_t i = 0; i < e->ring_count; i++) {
      bool stays = true;

      for (size_t k = first; k < e->count; k++)
         if (e->opened[k].fd == e->rings[i].event &&
             (all || e->opened[k].is_off))
            stays = false;
      if (stays) {
         e->polled[rings] = e->polled[i];
         e->rings[rings++] = e->rings[i];
      } else {
         munmap(e->rings[i].page, e->rings[i].size + page);
         ring_free(&e->rings[i]);
      }
   }
   for (size_t i = first; i < e->count; i++)
      if (all || e->opened[i].is_off)
         close(e->opened[i].fd);
      else
         e->opened[left++] = e->opened[i];
   e->ring_count = rings;
   e->count = left;
}

/* --- the events of samples --- */

/* What a sample tells of its event. */
typedef struct {
   pid_t tid;
   int cpu;
} sample_source;

static uint64_t source_code(const sample_source *s)
{
   return hash_number(hash_number(0, (uint64_t)s->tid), (uint64_t)s->cpu);
}

static bool is_source(const void *context, size_t thing, const void *key)
{
   const open_event *o = &((const events *)context)->opened[thing];
   const sample_source *s = key;

   return o->tid == s->tid && o->cpu == s->cpu;
}

/* Make the index of the events of time anew. */
static void index_events(events *e)
{
   free(e->of_samples.slots);
   e->of_samples = (hash_index){ 0 };
   for (size_t i = 0; i < e->count; i++) {
      const sample_source key = { e->opened[i].tid, e->opened[i].cpu };

      if (!e->opened[i].faults && !e->opened[i].is_off)
         hash_add(&e->of_samples, source_code(&key), i);
   }
}

/* --- opening all --- */

/* Files that the recorder needs beside its events: of /proc, of images, and the
   one that it writes. */
enum { OTHER_FILES = 48 };

/* Open files that stand for those, so that events of page faults can't take
   them: without what is mapped no sample has a name.  Return their number. */
static size_t reserve_files(int reserved[OTHER_FILES])
{
   size_t count = 0;

   while (count < OTHER_FILES) {
      const int fd = open("/dev/null", O_RDONLY | O_CLOEXEC);

      if (fd < 0)
         break;
      reserved[count++] = fd;
   }
   return count;
}

static void release_files(const int reserved[OTHER_FILES], size_t count)
{
   for (size_t i = 0; i < count; i++)
      close(reserved[i]);
}

/* The child, if there is one, exists already and keeps its limit. */
static void allow_many_files(void)
{
   struct rlimit limit;

   if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max;
      setrlimit(RLIMIT_NOFILE, &limit);
   }
}

/* Open the events of time of the threads on a processor; all or none. */
static int open_processor(events *e, const pid_t *tids, size_t tid_count,
                          int cpu, bool *at_ring)
{
   const size_t before = e->count;
   int owner = -1;

   for (size_t t = 0; t < tid_count; t++) {
      int error = open_one(e, tids ? tids[t] : e->pid, cpu, &owner, at_ring);

      if (error && !is_none(error)) {
         close_events(e, before, true);
         return error;
      }
   }
   return 0;
}

static void enable(const events *e, size_t first)
{
   for (size_t i = first; i < e->count; i++)
      ioctl(e->opened[i].fd, PERF_EVENT_IOC_ENABLE, 0);
}

/* Open the events of a program or a process on processors that are switched
   off: the kernel allows that for single processes.  Rings are no loss where
   they find no room. */
static void open_absent(events *e, const pid_t *tids, size_t tid_count,
                        const processors *online)
{
   processors present = processors_read(true);
   bool at_ring;

   for (size_t c = 0; c < present.count; c++)
      if (!processors_has(online, present.cpus[c]) &&
          open_processor(e, tids, tid_count, present.cpus[c], &at_ring) != 0)
         break;
   free(present.cpus);
}

/* Take the threads without events of their own for late ones. */
static void look_for_late(events *e)
{
   size_t count;
   pid_t *tids = late_threads_list(e->pid, &count);

   for (size_t i = 0; i < count; i++) {
      bool has_event = false;

      for (size_t k = 0; k < e->count && !has_event; k++)
         has_event = e->opened[k].tid == tids[i];
      if (!has_event)
         late_threads_add(&e->late, e->pid, tids[i], e->can.kernel);
   }
   free(tids);
}

bool events_open(events *e, uint64_t mean, uint64_t seed, uint64_t faults)
{
   processors online = processors_read(false);
   size_t tid_count = 1;
   pid_t *tids = e->target == PERF_PROCESS
                 ? late_threads_list(e->pid, &tid_count) : NULL;
   int reserved[OTHER_FILES];
   size_t reserved_count;
   bool at_ring = false;
   int error = tid_count == 0 ? ESRCH : 0;

   e->mean = mean;
   e->mean_faults = faults;
   e->random.state = seed;
   allow_many_files();
   reserved_count = reserve_files(reserved);
   for (size_t c = 0; !error && c < online.count; c++)
      error = open_processor(e, tids, tid_count, online.cpus[c], &at_ring);
   if (!error && e->count == 0)
      error = e->target == PERF_MACHINE ? ENODEV : ESRCH;
   for (size_t c = 0; !error && c < online.count; c++)
      open_faults(e, tids, tid_count, online.cpus[c], -1);
   if (error)
      refuse(e, error, at_ring);
   else if (e->target != PERF_MACHINE)
      open_absent(e, tids, tid_count, &online);
   release_files(reserved, reserved_count);
   free(online.cpus);
   free(tids);
   index_events(e);
   if (!error && e->target != PERF_PROGRAM)
      enable(e, 0);
   if (!error && e->target == PERF_PROCESS)
      look_for_late(e);
   if (error)
      events_close(e);
   return error == 0;
}

void events_close(events *e)
{
   close_events(e, 0, true);
   free(e->rings);
   free(e->polled);
   free(e->opened);
   free(e->of_samples.slots);
   late_threads_free(&e->late);
   e->of_samples = (hash_index){ 0 };
   e->rings = NULL;
   e->polled = NULL;
   e->opened = NULL;
   e->room = 0;
}

void events_disable(const events *e)
{
   for (size_t i = 0; i < e->count; i++)
      ioctl(e->opened[i].fd, PERF_EVENT_IOC_DISABLE, 0);
}

static void set_period(const open_event *o, uint64_t period)
{
   ioctl(o->fd, PERF_EVENT_IOC_PERIOD, &period);
}

static uint64_t now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * 1000000000 + (uint64_t)t.tv_nsec;
}

/* Give new periods to the events with at least so many samples. */
static void redraw(events *e, uint64_t least)
{
   for (size_t i = 0; i < e->count && e->target != PERF_PROGRAM; i++)
      if (!e->opened[i].faults && e->opened[i].samples >= least) {
         open_event *o = &e->opened[i];

         o->before = o->period;
         o->period = periods_redrawn(&e->random, e->mean);
         o->changed = now();
         o->samples = 0;
         set_period(o, o->period);
      }
}

uint64_t events_count(events *e, const ring *from,
                      const collector_origin *origin)
{
   const sample_source key = { e->target == PERF_MACHINE ? -1 : origin->tid,
                               from->cpu };
   const size_t found = hash_find(&e->of_samples, source_code(&key), is_source,
                                  e, &key);
   open_event *o;

   if (found == HASH_NONE)
      late_threads_sampled(&e->late, origin->tid);
   if (found == HASH_NONE || e->target == PERF_PROGRAM)
      return 0;
   o = &e->opened[found];
   if (origin->time < o->changed)
      return o->before;
   o->samples++;
   return o->period;
}

void events_redraw(events *e)
{
   redraw(e, SAMPLES_OF_PERIOD);
}

void events_set_mean(events *e, uint64_t mean)
{
   e->mean = mean;
   redraw(e, 0);
}

void events_set_faults(events *e, uint64_t mean)
{
   if (e->target != PERF_MACHINE)
      return;
   e->mean_faults = mean;
   for (size_t i = 0; i < e->count; i++)
      if (e->opened[i].faults)
         set_period(&e->opened[i], periods_lasting(&e->random, mean));
}

/* --- threads that were late --- */

/* Return the event that owns the ring of a processor; -1: there is none. */
static int owner_of_ring(const events *e, int cpu, bool faults)
{
   for (size_t i = 0; i < e->ring_count; i++)
      if (e->rings[i].cpu == cpu && e->rings[i].faults == faults)
         return e->rings[i].event;
   return -1;
}

static void open_thread(events *e, pid_t tid)
{
   processors online = processors_read(false);
   const size_t before = e->count;
   bool at_ring;

   for (size_t c = 0; c < online.count; c++) {
      const int cpu = online.cpus[c];
      int owner = owner_of_ring(e, cpu, false);

      open_one(e, tid, cpu, &owner, &at_ring);
      owner = owner_of_ring(e, cpu, true);
      if (owner >= 0)
         open_faults(e, &tid, 1, cpu, owner);
   }
   free(online.cpus);
   enable(e, before);
}

bool events_find_threads(events *e)
{
   const double unit = e->can.cycles ? 1e9 / e->can.cycles_per_second : 1;
   bool came = false;
   pid_t tid;

   if (e->late.count == 0)
      return false;
   while ((tid = late_threads_without(&e->late, e->pid, e->can.kernel,
                                      unit * e->mean)) != 0) {
      open_thread(e, tid);
      came = true;
   }
   if (came) {
      index_events(e);
      /* What it has created has no events either. */
      look_for_late(e);
   }
   return came;
}

/* --- processors that come and go --- */

/* Return whether an event has been able to count since the last look.  An event
   whose processor was switched off never counts again, not even when the
   processor is switched on again. */
static bool lives(open_event *o)
{
   const uint64_t before = o->enabled;

   if (!perf_enabled(o->fd, &o->enabled))
      return true;                    /* nothing is known */
   return o->enabled > before;
}

/* Mark the events of processors that have been off. */
static void mark_off(events *e, const processors *online)
{
   for (size_t i = 0; i < e->count; i++) {
      open_event *o = &e->opened[i];

      o->is_off = !lives(o) || !processors_has(online, o->cpu);
      if (o->is_off && !o->faults)
         message_note("processor %d was switched off", o->cpu);
   }
}

static bool is_recorded(const events *e, int cpu)
{
   for (size_t i = 0; i < e->count; i++)
      if (e->opened[i].cpu == cpu && !e->opened[i].faults &&
          !e->opened[i].is_off)
         return true;
   return false;
}

bool events_follow(events *e)
{
   processors online;
   bool came = false, at_ring;

   if (e->target != PERF_MACHINE)
      return false;
   online = processors_read(false);
   close_events(e, 0, false);
   mark_off(e, &online);
   for (size_t c = 0; c < online.count; c++) {
      const int cpu = online.cpus[c];
      const size_t before = e->count;
      int error;

      if (is_recorded(e, cpu))
         continue;
      error = open_processor(e, NULL, 1, cpu, &at_ring);
      if (error && !e->has_failed)
         warn(e, error, at_ring, cpu);
      e->has_failed |= error != 0;
      if (e->count == before)
         continue;
      open_faults(e, NULL, 1, cpu, -1);
      enable(e, before);
      message_note("processor %d was switched on, and is recorded from now "
                   "on", cpu);
      came = true;
   }
   index_events(e);
   free(online.cpus);
   return came;
}
