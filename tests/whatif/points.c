/* Programs with progress points, in all ways that a program can have them:
   `points NAME` runs one of them.

   The work is done by work_a, work_b and work_c alone; A, B and C are how much
   of it each does, in percent (see programs.c).  Before the first visit and
   behind the last one is work that is no part of the throughput.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include "include/aprof.h"

#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#if __has_include(<coz.h>)
#include <coz.h>
#else
/* What Coz's header does, in short. */
#include <dlfcn.h>
typedef struct { size_t count, backoff; } coz_counter;
#define INCREMENT(type, name)                                           \
   do {                                                                 \
      static coz_counter *counter_;                                     \
      static int known_;                                                \
      coz_counter *(*get_)(int, const char *);                          \
      if (!known_) {                                                    \
         *(void **)&get_ = dlsym(RTLD_DEFAULT, "_coz_get_counter");     \
         counter_ = get_ ? get_(type, name) : NULL;                     \
         known_ = 1;                                                    \
      }                                                                 \
      if (counter_)                                                     \
         __atomic_add_fetch(&counter_->count, 1, __ATOMIC_RELAXED);     \
   } while (0)
#define COZ_PROGRESS INCREMENT(1, __FILE__ ":here")
#define COZ_PROGRESS_NAMED(name) INCREMENT(1, name)
#define COZ_BEGIN(name) INCREMENT(2, name)
#define COZ_END(name) INCREMENT(3, name)
#endif

#ifndef A
#define A 100
#endif
#ifndef B
#define B 100
#endif
#ifndef C
#define C 100
#endif

/* A line each: lines can be made faster, too. */
static void spin(long n) { for (volatile long i = n; i > 0; i--) ; }
static void work_a(long n)
{
   for (volatile long i = n * A / 100; i > 0; i--) ;
}
static void work_b(long n) { spin(n * B / 100); }
static void work_c(long n)
{
   for (volatile long i = n * C / 100; i > 0; i--) ;
}

static void run(int n, void *(*const *f)(void *))
{
   pthread_t t[8];

   for (int i = 0; i < n; i++)
      pthread_create(&t[i], NULL, f[i], NULL);
   for (int i = 0; i < n; i++)
      pthread_join(t[i], NULL);
}

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;
static int made, taken;

/* A queue of four items at most: made at the speed of a, used at that of b or
   c.  Coz's counters: visits, and pairs across threads. */
enum { ITEMS = 60 };
static void *makes(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      work_a(20000);
      pthread_mutex_lock(&mutex);
      while (made - taken == 4)
         pthread_cond_wait(&cond, &mutex);
      COZ_BEGIN("item");
      made++;
      pthread_cond_broadcast(&cond);
      pthread_mutex_unlock(&mutex);
   }
   return p;
}
static void *uses(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      pthread_mutex_lock(&mutex);
      while (made == taken)
         pthread_cond_wait(&cond, &mutex);
      taken++;
      pthread_cond_broadcast(&cond);
      pthread_mutex_unlock(&mutex);
      work_b(12000);
      work_c(12000);
      COZ_END("item");
      COZ_PROGRESS;
   }
   return p;
}
static void queue(void)
{
   work_c(1000000);
   run(2, (void *(*const[])(void *)){ makes, uses });
   work_c(500000);
}

/* A hot lock: client requests. */
static void *locks(void *p)
{
   for (int i = 0; i < 40; i++) {
      work_a(20000);
      pthread_mutex_lock(&mutex);
      APROF_BEGIN("held");
      work_b(25000);
      APROF_END("held");
      pthread_mutex_unlock(&mutex);
      work_c(5000);
      APROF_PROGRESS("round");
   }
   return p;
}
static void lock(void)
{
   work_a(1000000);
   run(2, (void *(*const[])(void *)){ locks, locks });
   work_b(500000);
}

/* Two phases with a barrier: entries of a routine (--progress=step), which
   begins with a loop. */
static pthread_barrier_t barrier;
static void step(const char *s) { while (*s) s++; }
static void *phases(void *p)
{
   for (int i = 0; i < 30; i++) {
      work_a(15000);
      pthread_barrier_wait(&barrier);
      work_b(10000);
      step("a step");
   }
   return p;
}
static void *other_phases(void *p)
{
   for (int i = 0; i < 30; i++) {
      work_c(18000);
      pthread_barrier_wait(&barrier);
      work_b(5000);
   }
   return p;
}
static void barriers(void)
{
   pthread_barrier_init(&barrier, NULL, 2);
   work_b(1000000);
   run(2, (void *(*const[])(void *)){ phases, other_phases });
}

/* Code of a library that calls back: qsort.  20 percent are the library's. */
static int numbers[2000];
static int compare(const void *a, const void *b)
{
   return *(const int *)a - *(const int *)b;
}
static void sorts(void)
{
   for (int i = 0; i < 2000; i++)
      numbers[i] = i * 7919 % 2003;
   qsort(numbers, 2000, sizeof *numbers, compare);
}
static void scope(void)
{
   sorts();
   work_a(20000);
}

static void children(void)
{
   for (int i = 0; i < 2; i++)
      if (fork() == 0) {
         APROF_PROGRESS("child");
         _exit(0);
      }
   while (wait(NULL) > 0)
      ;
   work_a(1000);
}

/* Visited once; and killed where a file says so. */
static void once(void) { step("once"); work_a(1000); }
static void killed(void)
{
   work_a(100000);
   if (access("kill", F_OK) == 0)
      kill(getpid(), SIGKILL);
}

/* Each thread waits for the lock that the other one has. */
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER;
static pthread_mutex_t second = PTHREAD_MUTEX_INITIALIZER;
static void *one_way(void *p)
{
   pthread_mutex_lock(&first);
   pthread_barrier_wait(&barrier);
   pthread_mutex_lock(&second);
   return p;
}
static void *other_way(void *p)
{
   pthread_mutex_lock(&second);
   pthread_barrier_wait(&barrier);
   pthread_mutex_lock(&first);
   return p;
}
static void deadlock(void)
{
   pthread_barrier_init(&barrier, NULL, 2);
   run(2, (void *(*const[])(void *)){ one_way, other_way });
}

static const struct { const char *name; void (*run)(void); } programs[] = {
   { "queue", queue }, { "lock", lock }, { "barriers", barriers },
   { "scope", scope }, { "children", children }, { "once", once },
   { "killed", killed }, { "deadlock", deadlock },
};

int main(int argc, char **argv)
{
   for (unsigned i = 0; i < sizeof programs / sizeof programs[0]; i++)
      if (argc == 2 && strcmp(argv[1], programs[i].name) == 0) {
         programs[i].run();
         return 0;
      }
   return 2;
}
