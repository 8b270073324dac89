/* What is measured once on each machine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "recorder/machine.h"
#include "base/memory.h"
#include "recorder/collector.h"
#include "recorder/perf_open.h"
#include "recorder/ring.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000ull
/* Pages of a ring, which has room for the samples of a measurement, or for a third
   of them. */
#define MOST_PAGES 64
#define FEWEST_PAGES 16
#define RATE 1000

/* --- sampling this thread --- */

typedef struct {
   int fd;
   ring r;
   uint64_t *values;                  /* one of each sample */
   size_t count, room;
   bool take_time;                    /* the value is its time, else its
                                         address */
} probe;

static uint64_t now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return t.tv_sec * NS_PER_S + t.tv_nsec;
}

/* A measurement lasts for a time of this thread: on a busy machine longer, but
   at most this many times as long. */
#define LONGEST 8

typedef struct {
   uint64_t wall, cpu;
} watch;

static uint64_t cpu_now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return t.tv_sec * NS_PER_S + t.tv_nsec;
}

static watch watch_start(void)
{
   return (watch){ now(), cpu_now() };
}

static bool watch_runs(const watch *w, uint64_t time)
{
   return cpu_now() - w->cpu < time && now() - w->wall < LONGEST * time;
}

static bool probe_begin(probe *p, bool take_time)
{
   const size_t page = sysconf(_SC_PAGESIZE);
   const perf_request request = { .period = NS_PER_S / RATE - 7 };
   perf_abilities timer = { .registers = COLLECTOR_REGISTERS_MASK != 0 };

   /* A sample costs the time of its registers as well. */
   *p = (probe){ .fd = perf_open(&timer, &request, 0, -1),
                 .take_time = take_time };
   timer.registers = false;
   if (p->fd < 0)
      p->fd = perf_open(&timer, &request, 0, -1);
   if (p->fd < 0)
      return false;
   p->r.page = MAP_FAILED;
   for (size_t pages = MOST_PAGES;
        pages >= FEWEST_PAGES && p->r.page == MAP_FAILED; pages /= 2) {
      p->r.page = mmap(NULL, (pages + 1) * page, PROT_READ | PROT_WRITE,
                       MAP_SHARED, p->fd, 0);
      p->r.size = pages * page;
   }
   if (p->r.page == MAP_FAILED) {
      close(p->fd);
      return false;
   }
   p->r.data = (char *)p->r.page + page;
   ioctl(p->fd, PERF_EVENT_IOC_ENABLE, 0);
   return true;
}

static void take(void *context, const ring *from,
                 const struct perf_event_header *record)
{
   probe *p = context;
   const uint64_t *words = (const uint64_t *)(record + 1);

   (void)from;
   if (record->type != PERF_RECORD_SAMPLE)
      return;
   p->values = memory_grow(p->values, p->count, &p->room, sizeof *p->values);
   p->values[p->count++] = p->take_time ? collector_time(record) : words[0];
}

static void probe_end(probe *p)
{
   ioctl(p->fd, PERF_EVENT_IOC_DISABLE, 0);
   rings_drain(&p->r, 1, UINT64_MAX, take, p);
   munmap(p->r.page, p->r.size + sysconf(_SC_PAGESIZE));
   close(p->fd);
   ring_free(&p->r);
}

/* --- the cost of a sample --- */

/* Times at which this thread did not run: a sample, the kernel's own work,
   other processes. */
typedef struct {
   uint64_t start, end;
} gap;

#define LEAST_GAP 300
#define COST_TIME (NS_PER_S / 2)

static int compare_numbers(const void *p, const void *q)
{
   const uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;

   return (a > b) - (a < b);
}

/* Only a gap that contains the time of a sample is the cost of one: a machine
   has many other gaps. */
static void measure_cost(machine_facts *facts)
{
   gap *gaps = NULL;
   size_t count = 0, room = 0, g = 0;
   uint64_t last, *costs, n = 0;
   watch w;
   probe p;

   facts->cost = MACHINE_COST;
   if (!probe_begin(&p, true))
      return;
   w = watch_start();
   for (last = now(); last - w.wall < LONGEST * COST_TIME; ) {
      const uint64_t t = now();

      if (t - last >= LEAST_GAP) {
         gaps = memory_grow(gaps, count, &room, sizeof *gaps);
         gaps[count++] = (gap){ last, t };
         if (!watch_runs(&w, COST_TIME))
            break;
         last = now();                /* the time of storing is no gap */
      } else {
         last = t;
      }
   }
   probe_end(&p);
   costs = memory_new(p.count, sizeof *costs);
   for (size_t i = 0; i < p.count; i++) {
      while (g < count && gaps[g].end < p.values[i])
         g++;
      if (g < count && gaps[g].start <= p.values[i])
         costs[n++] = gaps[g].end - gaps[g].start;
   }
   /* Where the host of a virtual machine is busy, samples take twice as long for
      some tenths of a second: the lower quartile is not moved by that. */
   if (n >= 10) {
      qsort(costs, n, sizeof *costs, compare_numbers);
      facts->cost = costs[n / 4];
      facts->cost_samples = n;
   }
   free(costs);
   free(gaps);
   free(p.values);
}

/* --- skid --- */

#ifdef __x86_64__

#define NODES ((size_t)1 << 18)
#define NODE 8                        /* words: a line of a cache */
#define SKID_TIME (NS_PER_S * 2 / 5)

/* Return a circle through all nodes in random order, so that each load waits
   for memory. */
static void **circle(void)
{
   void **nodes = memory_new(NODES * NODE, sizeof *nodes);
   uint32_t *order = memory_new(NODES, sizeof *order);
   uint32_t random = 1;

   for (size_t i = 0; i < NODES; i++)
      order[i] = i;
   for (size_t i = NODES - 1; i > 0; i--) {
      uint32_t other, kept = order[i];

      random = random * 1664525 + 1013904223;
      other = ((uint64_t)random * i) >> 32;
      order[i] = order[other];
      order[other] = kept;
   }
   for (size_t i = 0; i < NODES; i++)
      nodes[(size_t)order[i] * NODE] =
         &nodes[(size_t)order[(i + 1) % NODES] * NODE];
   free(order);
   return nodes;
}

/* Load along the circle; *load and *next: the addresses of the load and of the
   instruction behind it. */
static void **chase(void **at, size_t steps, uint64_t *load, uint64_t *next)
{
   __asm__ volatile("leaq 1f(%%rip), %1\n\t"
                    "leaq 2f(%%rip), %2\n"
                    "1:\tmovq (%0), %0\n"
                    "2:\tnop\n\tnop\n\tnop\n\tnop\n\t"
                    "nop\n\tnop\n\tnop\n\tnop\n\t"
                    "decq %3\n\t"
                    "jnz 1b"
                    : "+r"(at), "=&r"(*load), "=&r"(*next), "+r"(steps)
                    : : "memory", "cc");
   return at;
}

/* Count the samples at a load that waits, and behind it. */
static machine_skid count_skid(void *context)
{
   void **nodes = context, **at = nodes;
   uint64_t load = 0, next = 0;
   machine_skid found = { 0 };
   watch w;
   probe p;

   if (!probe_begin(&p, false))
      return found;
   for (w = watch_start(); watch_runs(&w, SKID_TIME); )
      at = chase(at, 20000, &load, &next);
   probe_end(&p);
   for (size_t i = 0; i < p.count; i++) {
      if (p.values[i] < load || p.values[i] > next + 16)
         continue;
      found.near++;
      found.on += p.values[i] == load;
      found.behind += p.values[i] == next;
   }
   free(p.values);
   return found;
}

static void measure_skid(machine_facts *facts)
{
   void **nodes = circle();

   machine_find_skid(facts, count_skid, nodes);
   free(nodes);
}

/* A product of numbers takes three cycles on all processors of the last 15
   years, and nothing folds it. */
#define PRODUCT_CYCLES 3
#define PRODUCTS 300000

/* Find the clock: the fastest of some chains of products, since others may have
   been interrupted. */
static void measure_clock(machine_facts *facts)
{
   for (int i = 0; i < 20; i++) {
      uint64_t n = PRODUCTS / 10, x = 3, start = now();
      double clock;

      __asm__ volatile("1:\timul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                       "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                       "imul %0, %0\n\timul %0, %0\n\timul %0, %0\n\t"
                       "imul %0, %0\n\tdecq %1\n\tjnz 1b"
                       : "+r"(x), "+r"(n) : : "cc");
      clock = (double)PRODUCT_CYCLES * PRODUCTS / (now() - start);
      if (clock > facts->clock)
         facts->clock = clock;
   }
}

#else

static void measure_clock(machine_facts *facts)
{
   (void)facts;
}

static void measure_skid(machine_facts *facts)
{
   (void)facts;
}

#endif

#define SKID_MOST 0.75                /* part of the samples that tells */
#define SKID_FEWEST 50
#define SKID_TRIES 4

void machine_find_skid(machine_facts *facts, machine_skid (*count)(void *),
                       void *context)
{
   facts->skid = SKID_UNKNOWN;
   for (int i = 0; i < SKID_TRIES && facts->skid == SKID_UNKNOWN; i++) {
      const machine_skid found = count(context);

      facts->behind = found.behind;
      facts->skid_samples = found.near;
      if (found.near < SKID_FEWEST)
         continue;
      if (found.behind >= SKID_MOST * found.near)
         facts->skid = SKID_ONE;
      else if (found.on >= SKID_MOST * found.near)
         facts->skid = SKID_NONE;
   }
}

/* --- page faults --- */

#define FAULTS ((size_t)2000)

/* Touch pages for the first time: a touch that takes long by other processes'
   work does not change the median. */
static void measure_fault(machine_facts *facts)
{
   const size_t page = sysconf(_SC_PAGESIZE);
   uint64_t *costs = memory_new(FAULTS, sizeof *costs);
   char *p = mmap(NULL, FAULTS * page, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   if (p != MAP_FAILED) {
      madvise(p, FAULTS * page, MADV_NOHUGEPAGE);
      for (size_t i = 0; i < FAULTS; i++) {
         const uint64_t start = now();

         *(volatile char *)(p + i * page) = 1;
         costs[i] = now() - start;
      }
      munmap(p, FAULTS * page);
      qsort(costs, FAULTS, sizeof *costs, compare_numbers);
      facts->fault = costs[FAULTS / 2];
   }
   free(costs);
}

machine_facts machine_measure(void)
{
   machine_facts facts = { .measured = time(NULL) };

   measure_cost(&facts);
   measure_skid(&facts);
   measure_clock(&facts);
   measure_fault(&facts);
   return facts;
}

/* --- the cache --- */

#define MAGIC "aprof-machine 4"

char *machine_cache_name(const char *file, bool create)
{
   const char *root = getenv("XDG_CACHE_HOME"), *home = getenv("HOME");
   char *base, *folder, *name;

   if (root && *root == '/')
      base = memory_string(root);
   else if (home && *home == '/')
      base = memory_format("%s/.cache", home);
   else
      return NULL;
   folder = memory_format("%s/aprof", base);
   if (create) {
      mkdir(base, 0700);
      mkdir(folder, 0700);
   }
   name = memory_format("%s/%s", folder, file);
   free(base);
   free(folder);
   return name;
}

static void read_boot_id(char id[64])
{
   FILE *f = fopen("/proc/sys/kernel/random/boot_id", "re");

   id[0] = '\0';
   if (f == NULL)
      return;
   if (fscanf(f, "%63s", id) != 1)
      id[0] = '\0';
   fclose(f);
}

static bool read_cache(const char *name, machine_facts *facts)
{
   char boot[64], wanted[64];
   unsigned skid;
   FILE *f = fopen(name, "re");
   int n;

   if (f == NULL)
      return false;
   n = fscanf(f, MAGIC "\n%63s %" SCNu64 " %" SCNu64 " %u %" SCNu64 " %" SCNu64
              " %lf %" SCNu64 " %" SCNu64, boot, &facts->cost,
              &facts->cost_samples, &skid, &facts->behind,
              &facts->skid_samples, &facts->clock, &facts->fault,
              &facts->measured);
   fclose(f);
   read_boot_id(wanted);
   if (n != 9 || strcmp(boot, wanted) != 0 || skid >= SKIDS)
      return false;
   facts->skid = skid;
   return true;
}

/* Without a cache the next recording measures again: failures do not
   matter. */
static void write_cache(const char *name, const machine_facts *facts)
{
   char boot[64], *part = memory_format("%s.%ld", name, (long)getpid());
   FILE *f = fopen(part, "we");

   read_boot_id(boot);
   if (f) {
      fprintf(f, MAGIC "\n%s %" PRIu64 " %" PRIu64 " %u %" PRIu64 " %" PRIu64
              " %.3f %" PRIu64 " %" PRIu64 "\n", boot, facts->cost,
              facts->cost_samples, facts->skid, facts->behind,
              facts->skid_samples, facts->clock, facts->fault,
              facts->measured);
      if (fclose(f) != 0 || rename(part, name) != 0)
         unlink(part);
   }
   free(part);
}

/* How long a cost is recent, s. */
#define RECENT 600

static bool is_recent(const machine_facts *facts)
{
   const uint64_t today = time(NULL);

   return facts->measured <= today && today - facts->measured < RECENT;
}

static void repeat_cost(machine_facts *facts)
{
   machine_facts other = { 0 };

   measure_cost(&other);
   if (other.cost_samples > 0 && other.cost < facts->cost) {
      facts->cost = other.cost;
      facts->cost_samples = other.cost_samples;
   }
   facts->measured = time(NULL);
}

machine_facts machine_get(machine_age age)
{
   char *name = machine_cache_name("machine", true);
   machine_facts facts = { 0 };
   bool changed = true;

   if (age == MACHINE_NEW || name == NULL || !read_cache(name, &facts))
      facts = machine_measure();
   else if (age == MACHINE_RECENT && !is_recent(&facts))
      repeat_cost(&facts);
   else
      changed = false;
   if (changed && name && facts.cost_samples > 0)
      write_cache(name, &facts);
   free(name);
   return facts;
}

bool machine_has_recorded(const samples *s)
{
   char *name = machine_name();
   bool same = s->run_count > 0;

   for (size_t i = 0; i < s->run_count; i++)
      same &= strcmp(s->runs[i].machine, name) == 0;
   free(name);
   return same;
}

char *machine_name(void)
{
   FILE *f = fopen("/proc/cpuinfo", "re");
   char line[512], *name = NULL;

   while (f && name == NULL && fgets(line, sizeof line, f))
      if (strncmp(line, "model name", 10) == 0 && strchr(line, ':')) {
         char *start = strchr(line, ':') + 1;

         start += strspn(start, " \t");
         start[strcspn(start, "\n")] = '\0';
         name = memory_string(start);
      }
   if (f)
      fclose(f);
   return name ? name : memory_string("");
}
