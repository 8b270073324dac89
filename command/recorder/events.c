/* The open events of a recording, and their rings.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/events.h"
#include "base/memory.h"
#include "base/message.h"

#include <dirent.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <unistd.h>

/* Pages of a ring: the first number that the kernel allows. */
#define MOST_PAGES 128
#define FEWEST_PAGES 4
#define FAULT_PAGES 8

/* --- processors and threads --- */

/* Return the numbers of the processors that are running, *count of them. */
static int *processors(size_t *count)
{
   FILE *f = fopen("/sys/devices/system/cpu/online", "re");
   int *cpus = NULL, first, last;
   size_t room = 0;
   char separator = ',';

   *count = 0;
   while (f && separator == ',' && fscanf(f, "%d", &first) == 1) {
      last = first;
      if (fscanf(f, "%c", &separator) != 1)
         separator = '\n';
      if (separator == '-' && fscanf(f, "%d%c", &last, &separator) < 1)
         break;
      for (int cpu = first; cpu <= last; cpu++) {
         cpus = memory_grow(cpus, *count, &room, sizeof *cpus);
         cpus[(*count)++] = cpu;
      }
   }
   if (f)
      fclose(f);
   if (*count == 0) {                 /* /sys is not mounted */
      *count = sysconf(_SC_NPROCESSORS_ONLN);
      cpus = memory_resize(cpus, *count, sizeof *cpus);
      for (size_t i = 0; i < *count; i++)
         cpus[i] = i;
   }
   return cpus;
}

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

static void refuse(const events *e, int error)
{
   char *sentence = perf_refusal(error, e->target, e->pid, perf_paranoid());

   message_error("record: %s", sentence);
   free(sentence);
}

bool events_probe(events *e, perf_target target, pid_t pid)
{
   int error;

   *e = (events){ .target = target, .pid = pid };
   error = perf_probe(&e->can, pid, target == PERF_MACHINE ? 0 : -1);
   if (error)
      refuse(e, error);
   return error == 0;
}

/* Map the ring of an event. */
static bool map_ring(events *e, int fd)
{
   const size_t page = sysconf(_SC_PAGESIZE);
   ring *r = &e->rings[e->ring_count];
   char *sentence;

   for (size_t pages = MOST_PAGES; pages >= FEWEST_PAGES; pages /= 2) {
      void *p = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE,
                     MAP_SHARED, fd, 0);

      if (p == MAP_FAILED)
         continue;
      *r = (ring){ p, (char *)p + page, pages * page, NULL, false };
      e->polled[e->ring_count++] = (struct pollfd){ fd, POLLIN, 0 };
      return true;
   }
   sentence = perf_ring_refusal(errno);
   message_error("record: %s", sentence);
   free(sentence);
   return false;
}

/* Open the event of a thread, or of all threads, on a processor.  The first
   event there has the ring.  A thread may have ended meanwhile. */
static bool open_one(events *e, pid_t tid, int cpu, bool first, int *owner)
{
   const bool program = e->target == PERF_PROGRAM;
   const perf_request request = {
      .period = program ? periods_lasting(&e->random, e->mean) : e->mean,
      .inherit = e->target != PERF_MACHINE,
      .at_exec = program,
      .records = true,
   };
   int fd = perf_open(&e->can, &request, tid, cpu);

   /* ENODEV: the processor has been switched off since it was listed. */
   if (fd < 0 && ((errno == ESRCH && !first) || errno == ENODEV))
      return true;
   if (fd < 0) {
      refuse(e, errno);
      return false;
   }
   e->fds = memory_grow(e->fds, e->count, &e->room, sizeof *e->fds);
   e->fds[e->count++] = fd;
   if (*owner < 0) {
      *owner = fd;
      return map_ring(e, fd);
   }
   if (ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, *owner) != 0) {
      refuse(e, errno);
      return false;
   }
   return true;
}

/* Map the ring of page faults.  Return false if that is not allowed. */
static bool map_faults(events *e, int fd)
{
   const size_t page = sysconf(_SC_PAGESIZE);
   void *p = mmap(NULL, (FAULT_PAGES + 1) * page, PROT_READ | PROT_WRITE,
                  MAP_SHARED, fd, 0);

   if (p == MAP_FAILED)
      return false;
   e->rings[e->ring_count] = (ring){ p, (char *)p + page, FAULT_PAGES * page,
                                     NULL, true };
   e->polled[e->ring_count++] = (struct pollfd){ fd, POLLIN, 0 };
   return true;
}

/* Open the page faults of the threads on a processor, with a ring of their own.
   Faults are evidence beside the samples: a kernel that does not allow them, or
   the ring, is no failure. */
static void open_faults(events *e, const pid_t *tids, size_t tid_count, int cpu,
                        uint64_t mean)
{
   const perf_request request = {
      .period = periods_lasting(&e->random, mean),
      .inherit = e->target != PERF_MACHINE,
      .at_exec = e->target == PERF_PROGRAM, .faults = true,
   };
   int owner = -1;

   for (size_t t = 0; t < tid_count; t++) {
      int fd = perf_open(&e->can, &request, tids ? tids[t] : e->pid, cpu);

      if (fd < 0)
         continue;
      if (owner < 0 ? !map_faults(e, fd)
                    : ioctl(fd, PERF_EVENT_IOC_SET_OUTPUT, owner) != 0) {
         close(fd);
         return;
      }
      if (owner < 0)
         owner = fd;
      e->fds = memory_grow(e->fds, e->count, &e->room, sizeof *e->fds);
      e->fds[e->count++] = fd;
   }
}

static void allow_many_files(void)
{
   struct rlimit limit;

   if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
      limit.rlim_cur = limit.rlim_max;
      setrlimit(RLIMIT_NOFILE, &limit);
   }
}

bool events_open(events *e, uint64_t mean, uint64_t seed, uint64_t faults)
{
   size_t cpu_count, tid_count = 1;
   int *cpus = processors(&cpu_count);
   pid_t *tids = e->target == PERF_PROCESS ? threads(e->pid, &tid_count) : NULL;
   bool good = true;

   e->mean = mean;
   e->random.state = seed;
   e->rings = memory_new(2 * cpu_count, sizeof *e->rings);
   e->polled = memory_new(2 * cpu_count, sizeof *e->polled);
   if (2 * cpu_count * tid_count > 200)
      allow_many_files();
   if (tid_count == 0) {
      refuse(e, ESRCH);
      good = false;
   }
   for (size_t c = 0; good && c < cpu_count; c++) {
      int owner = -1;

      for (size_t t = 0; good && t < tid_count; t++)
         good = open_one(e, tids ? tids[t] : e->pid, cpus[c], t == 0, &owner);
   }
   e->redrawn = e->count;
   for (size_t c = 0; good && c < cpu_count; c++)
      open_faults(e, tids, tid_count, cpus[c], faults);
   free(cpus);
   free(tids);
   if (good && e->target != PERF_PROGRAM)
      for (size_t i = 0; i < e->count; i++)
         ioctl(e->fds[i], PERF_EVENT_IOC_ENABLE, 0);
   if (!good)
      events_close(e);
   return good;
}

void events_close(events *e)
{
   const size_t page = sysconf(_SC_PAGESIZE);

   for (size_t i = 0; i < e->ring_count; i++) {
      munmap(e->rings[i].page, e->rings[i].size + page);
      ring_free(&e->rings[i]);
   }
   for (size_t i = 0; i < e->count; i++)
      close(e->fds[i]);
   free(e->rings);
   free(e->polled);
   free(e->fds);
   e->rings = NULL;
   e->polled = NULL;
   e->fds = NULL;
   e->count = e->redrawn = e->room = e->ring_count = 0;
}

void events_redraw(events *e)
{
   if (e->target == PERF_PROGRAM)
      return;
   for (size_t i = 0; i < e->redrawn; i++) {
      uint64_t period = periods_redrawn(&e->random, e->mean);

      ioctl(e->fds[i], PERF_EVENT_IOC_PERIOD, &period);
   }
}
