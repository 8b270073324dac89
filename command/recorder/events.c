/* The open events of a recording, and their rings.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/events.h"
#include "base/memory.h"
#include "base/message.h"
#include "recorder/processors.h"

#include <dirent.h>
#include <errno.h>
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

/* --- threads --- */

/* Return the threads of a process, *count of them. */
static pid_t *threads(pid_t pid, size_t *count)
{
   char *path = memory_format("/proc/%ld/task", (long)pid);
   DIR *d = opendir(path);
   struct dirent *entry;
   pid_t *list = NULL;
   size_t room = 0;

   *count = 0;
   while (d && (entry = readdir(d)) != NULL)
      if (entry->d_name[0] != '.') {
         list = memory_grow(list, *count, &room, sizeof *list);
         list[(*count)++] = strtol(entry->d_name, NULL, 10);
      }
   if (d)
      closedir(d);
   free(path);
   return list;
}

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
      pid_t *tids = threads(pid, &count);

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

/* Open the page faults of the threads on a processor, with a ring of their own.
   Faults are evidence beside the samples: a kernel that does not allow them, or
   the ring, is no failure. */
static void open_faults(events *e, const pid_t *tids, size_t tid_count, int cpu)
{
   const perf_request request = {
      .period = periods_lasting(&e->random, e->mean_faults),
      .inherit = e->target != PERF_MACHINE,
      .at_exec = e->target == PERF_PROGRAM, .faults = true,
   };
   int owner = -1;

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

bool events_open(events *e, uint64_t mean, uint64_t seed, uint64_t faults)
{
   processors online = processors_read(false);
   size_t tid_count = 1;
   pid_t *tids = e->target == PERF_PROCESS ? threads(e->pid, &tid_count) : NULL;
   bool at_ring = false;
   int error = tid_count == 0 ? ESRCH : 0;

   e->mean = mean;
   e->mean_faults = faults;
   e->random.state = seed;
   if (2 * online.count * tid_count > 200)
      allow_many_files();
   for (size_t c = 0; !error && c < online.count; c++)
      error = open_processor(e, tids, tid_count, online.cpus[c], &at_ring);
   if (!error && e->count == 0)
      error = e->target == PERF_MACHINE ? ENODEV : ESRCH;
   for (size_t c = 0; !error && c < online.count; c++)
      open_faults(e, tids, tid_count, online.cpus[c]);
   if (error)
      refuse(e, error, at_ring);
   else if (e->target != PERF_MACHINE)
      open_absent(e, tids, tid_count, &online);
   free(online.cpus);
   free(tids);
   index_events(e);
   if (!error && e->target != PERF_PROGRAM)
      enable(e, 0);
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
      open_faults(e, NULL, 1, cpu);
      enable(e, before);
      message_note("processor %d was switched on, and is recorded from now "
                   "on", cpu);
      came = true;
   }
   index_events(e);
   free(online.cpus);
   return came;
}
