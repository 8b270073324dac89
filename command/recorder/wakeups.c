/* What it costs to wake a thread: see wakeups.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE  /* cpu_set_t */
#include "config.h"

#include "recorder/wakeups.h"
#include "base/memory.h"
#include "recorder/machine.h"

#include <asm/unistd.h>
#include <inttypes.h>
#include <linux/futex.h>
#include <math.h>
#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#define NS_PER_S 1000000000ull

/* A round is long enough for the sleeping thread's processor to be idle. */
enum { ROUNDS = 2000, ROUND_NS = 100000, FEWEST = 50 };
/* Where other programs have more than this part of a processor, a thread that is
   woken often waits for them: its latency is theirs.  They may end. */
#define MOST_TAKEN 0.1
enum { BUSY_TRIES = 3 };
/* The rounds of one direction end after this time, or when there are enough of
   them. */
#define LONGEST (NS_PER_S * 3 / 10)

typedef struct {
   atomic_uint turn;                  /* the sleeper waits for the next one */
   _Atomic uint64_t awake;            /* when the sleeper has seen it */
   atomic_bool ended;                 /* the next turn is the last one */
   bool has_cpu;
   int cpus[2];                       /* of who wakes, and of the sleeper */
} pair;

static uint64_t now(void)
{
   struct timespec t;

   clock_gettime(CLOCK_MONOTONIC, &t);
   return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

/* The time that this thread has had a processor. */
static uint64_t own_time(void)
{
   struct timespec t;

   clock_gettime(CLOCK_THREAD_CPUTIME_ID, &t);
   return (uint64_t)t.tv_sec * NS_PER_S + (uint64_t)t.tv_nsec;
}

static void pin(int cpu)
{
   cpu_set_t set;

   CPU_ZERO(&set);
   CPU_SET(cpu, &set);
   sched_setaffinity(0, sizeof set, &set);
}

/* Sleep until the word has changed. */
static void await(atomic_uint *word, unsigned old)
{
   while (atomic_load(word) == old)
      syscall(__NR_futex, word, FUTEX_WAIT_PRIVATE, old, NULL, NULL, 0);
}

/* Return how many threads sleep no more. */
static long change(atomic_uint *word, unsigned value)
{
   atomic_store(word, value);
   return syscall(__NR_futex, word, FUTEX_WAKE_PRIVATE, 1, NULL, NULL, 0);
}

static void *sleeper(void *context)
{
   pair *p = context;

   if (p->has_cpu)
      pin(p->cpus[1]);
   for (unsigned turn = 0; !atomic_load(&p->ended); turn++) {
      await(&p->turn, turn);
      atomic_store(&p->awake, now());
   }
   return NULL;
}

static int compare_numbers(const void *p, const void *q)
{
   const uint64_t a = *(const uint64_t *)p, b = *(const uint64_t *)q;

   return (a > b) - (a < b);
}

/* The mean of the middle half: a program pays for all of its wake-ups, of which
   some take half as long again as others, and other processes lengthen the
   longest. */
static uint64_t middle_mean(uint64_t *list, size_t count)
{
   uint64_t sum = 0;

   qsort(list, count, sizeof *list, compare_numbers);
   for (size_t i = count / 4; i < count - count / 4; i++)
      sum += list[i];
   return sum / (count - 2 * (count / 4));
}

/* Wake the sleeper; return false if it did not sleep. */
static bool wake(pair *p, unsigned turn, uint64_t *cost, uint64_t *latency)
{
   uint64_t start, end;
   long woken;

   atomic_store(&p->awake, 0);
   start = now();
   woken = change(&p->turn, turn);
   end = now();
   while (atomic_load(&p->awake) == 0)
      if (!p->has_cpu)
         sched_yield();
   *cost = end - start;
   *latency = atomic_load(&p->awake) - start;
   return woken == 1;
}

/* This thread never sleeps: what it lacks of the time others have had its
   processor. */
static bool measure_rounds(pair *p, wakeups *w)
{
   uint64_t *costs = memory_new(ROUNDS, sizeof *costs);
   uint64_t *latencies = memory_new(ROUNDS, sizeof *latencies);
   const uint64_t begin = now(), own_begin = own_time();
   uint64_t last, own;
   unsigned turn = 0;
   size_t n = 0;

   while (turn < ROUNDS && (now() - begin < LONGEST || n < FEWEST)) {
      const uint64_t start = now();

      while (now() - start < ROUND_NS)
         ;
      n += wake(p, ++turn, &costs[n], &latencies[n]);
   }
   own = own_time() - own_begin;
   w->taken = fmax(w->taken, 1 - (double)own / (double)(now() - begin));
   atomic_store(&p->ended, true);
   wake(p, ++turn, &last, &last);
   if (n >= FEWEST) {
      w->cost += middle_mean(costs, n);
      w->latency += middle_mean(latencies, n);
   }
   free(costs);
   free(latencies);
   return n >= FEWEST;
}

/* Choose a processor for each of the two threads, if there are two: the sleeper's
   is the second one, or the first one if `turned`. */
static void choose_processors(pair *p, const cpu_set_t *allowed, bool turned)
{
   int found = 0;

   for (int cpu = 0; cpu < CPU_SETSIZE && found < 2; cpu++)
      if (CPU_ISSET(cpu, allowed)) {
         p->cpus[turned ? 1 - found : found] = cpu;
         found++;
      }
   p->has_cpu = found == 2;
   if (p->has_cpu)
      pin(p->cpus[0]);
}

/* Add what a wake-up costs in this direction. */
static bool measure_direction(const cpu_set_t *allowed, bool turned, wakeups *w)
{
   pair *p = memory_new(1, sizeof *p);
   pthread_t other;
   bool good;

   choose_processors(p, allowed, turned);
   good = pthread_create(&other, NULL, sleeper, p) == 0;
   if (good) {
      good = measure_rounds(p, w);
      pthread_join(other, NULL);
   }
   sched_setaffinity(0, sizeof *allowed, allowed);
   free(p);
   return good;
}

/* Both directions: the host of a virtual machine may let one of its processors
   fall asleep deeper than the other, and threads wake each other. */
static bool measure_wakes(const cpu_set_t *allowed, wakeups *w)
{
   const bool good = measure_direction(allowed, false, w) &&
                     measure_direction(allowed, true, w);

   w->cost /= 2;
   w->latency /= 2;
   return good;
}

/* --- two threads on one processor --- */

/* The threads change the word in turn. */
typedef struct {
   int cpu;
   atomic_uint word;
   uint64_t rounds[ROUNDS];           /* ns, from a change to the next turn */
} exchange;

/* A batch thread that is woken is queued: it does not take the processor of the
   thread that wakes it.  Nor does a thread of the same priority in real
   time. */
static void set_policy(int from, int policy)
{
   static const struct sched_param none;

   if (sched_getscheduler(0) == from)
      sched_setscheduler(0, policy, &none);
}

static void change_first(exchange *e)
{
   pin(e->cpu);
   set_policy(SCHED_OTHER, SCHED_BATCH);
   for (unsigned i = 0; i < ROUNDS; i++) {
      const uint64_t start = now();

      change(&e->word, 2 * i + 1);
      await(&e->word, 2 * i + 1);
      e->rounds[i] = now() - start;
   }
   set_policy(SCHED_BATCH, SCHED_OTHER);
}

static void *change_second(void *context)
{
   exchange *e = context;

   pin(e->cpu);
   set_policy(SCHED_OTHER, SCHED_BATCH);
   for (unsigned i = 0; i < ROUNDS; i++) {
      await(&e->word, 2 * i);
      change(&e->word, 2 * i + 2);
   }
   return NULL;
}

/* A round has two wake-ups of a thread that is queued, and two switches. */
static bool measure_switches(const cpu_set_t *allowed, wakeups *w)
{
   exchange *e = memory_new(1, sizeof *e);
   pthread_t second;
   bool good;

   while (!CPU_ISSET(e->cpu, allowed))
      e->cpu++;
   good = pthread_create(&second, NULL, change_second, e) == 0;
   if (good) {
      change_first(e);
      pthread_join(second, NULL);
      sched_setaffinity(0, sizeof *allowed, allowed);
      w->switching = middle_mean(e->rounds, ROUNDS) / 4;
   }
   free(e);
   return good;
}

#ifdef __x86_64__

enum { LOOP_INSTRUCTIONS = 12, LOOPS = 200000, TRIES = 30 };

/* Each step waits for two loads from the first cache, as common code does.  The
   fastest of some loops, since others may have been interrupted. */
static double measure_instructions(void)
{
   uint64_t words[8] = { 0 };
   double most = 0;

   for (int i = 0; i < TRIES; i++) {
      uint64_t n = LOOPS, a = 1, b = 2, start;
      void *at = &words[0];
      double rate;

      words[0] = (uint64_t)(uintptr_t)at;
      start = now();
      __asm__ volatile("1:\tmovq (%0), %0\n\t"
                       "movq (%0), %0\n\t"
                       "addq 16(%0), %1\n\t"
                       "leaq 3(%1,%2,2), %2\n\t"
                       "movq %2, 24(%0)\n\t"
                       "xorq %1, %2\n\t"
                       "shrq $3, %2\n\t"
                       "addq 32(%0), %2\n\t"
                       "testq %0, %0\n\t"
                       "jz 2f\n\t"
                       "decq %3\n\t"
                       "jnz 1b\n"
                       "2:"
                       : "+r"(at), "+r"(a), "+r"(b), "+r"(n) : : "cc",
                         "memory");
      rate = (double)LOOP_INSTRUCTIONS * LOOPS / (double)(now() - start);
      if (rate > most)
         most = rate;
   }
   return most;
}

#else

static double measure_instructions(void)
{
   return 0;
}

#endif

static bool measure_once(const cpu_set_t *allowed, wakeups *w)
{
   *w = (wakeups){ .instructions = measure_instructions() };
   return measure_wakes(allowed, w) && measure_switches(allowed, w) &&
          w->instructions > 0;
}

bool wakeups_measure(wakeups *w)
{
   cpu_set_t allowed;
   bool good = sched_getaffinity(0, sizeof allowed, &allowed) == 0;

   for (int i = 0; good && (i == 0 || (wakeups_disturbed(w) && i < BUSY_TRIES));
        i++)
      good = measure_once(&allowed, w);
   return good;
}

bool wakeups_disturbed(const wakeups *w)
{
   return w->taken > MOST_TAKEN;
}

/* --- the cache --- */

#define FORMAT "aprof-wakeups 3\ncost-ns %" SCNu64 "\nlatency-ns %" SCNu64 \
               "\nswitch-ns %" SCNu64 "\ninstructions-per-ns %lf\n"

bool wakeups_read(wakeups *w)
{
   char *name = machine_cache_name("wakeups", false);
   FILE *f = name ? fopen(name, "re") : NULL;
   bool good = false;

   if (f) {
      good = fscanf(f, FORMAT, &w->cost, &w->latency, &w->switching,
                    &w->instructions) == 4 &&
             w->instructions >= 0.1 && w->instructions <= 100 &&
             w->cost <= NS_PER_S && w->latency <= NS_PER_S &&
             w->switching <= NS_PER_S;
      fclose(f);
   }
   free(name);
   return good;
}

bool wakeups_write(const wakeups *w)
{
   char *name = machine_cache_name("wakeups", true);
   char *part = memory_format("%s.%ld", name ? name : "", (long)getpid());
   FILE *f = name ? fopen(part, "we") : NULL;
   bool good = f != NULL;

   if (f) {
      fprintf(f, "aprof-wakeups 3\ncost-ns %" PRIu64 "\nlatency-ns %" PRIu64
              "\nswitch-ns %" PRIu64 "\ninstructions-per-ns %.3f\n",
              w->cost, w->latency, w->switching, w->instructions);
      good = fclose(f) == 0 && rename(part, name) == 0;
      if (!good)
         unlink(part);
   }
   free(part);
   free(name);
   return good;
}
