/* Programs whose threads wait for each other in all usual ways.

   `programs NAME` runs one of them.  The work is done by work_a, work_b and
   work_c alone, in grains of some 100,000 instructions, or N times that with
   -DGRAIN=N, and ITEMS times (60).  A, B and C are how much of it each does, in percent: with -DA=50 the
   program is what it would be if work_a were 50 % faster.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <arpa/inet.h>
#include <poll.h>
#include <pthread.h>
#include <sched.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/socket.h>
#include <time.h>
#include <unistd.h>

#ifndef A
#define A 100
#endif
#ifndef B
#define B 100
#endif
#ifndef C
#define C 100
#endif
#ifndef ITEMS
#define ITEMS 60
#endif
#ifndef GRAIN
#define GRAIN 1
#endif

/* Five instructions a turn. */
#define WORK(name, percent)                                     \
   static __attribute__((noinline)) void work_##name(long n)    \
   {                                                            \
      for (volatile long i = n * GRAIN * percent / 100; i > 0;  \
           i--)                                                 \
         ;                                                      \
   }
WORK(a, A)
WORK(b, B)
WORK(c, C)

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t cond = PTHREAD_COND_INITIALIZER;

static void run(int n, void *(*const *f)(void *))
{
   pthread_t t[8];

   for (int i = 0; i < n; i++)
      pthread_create(&t[i], NULL, f[i], (void *)(long)i);
   for (int i = 0; i < n; i++)
      pthread_join(t[i], NULL);
}

static void run_same(int n, void *(*f)(void *))
{
   void *(*all[8])(void *) = { f, f, f, f, f, f, f, f };

   run(n, all);
}

/* Figure 1 of the Coz paper: two threads, one work a little longer. */
static void *fig1_a(void *p) { work_a(670000 / 60.0 * ITEMS); return p; }
static void *fig1_b(void *p) { work_b(640000 / 60.0 * ITEMS); return p; }
static void fig1(void)
{
   run(2, (void *(*const[])(void *)){ fig1_a, fig1_b });
}

/* A bounded ring between two threads. */
enum { RING = 8 };
typedef struct {
   pthread_mutex_t mutex;
   pthread_cond_t changed;
   int items[RING], head, tail;
} ring;
#define EMPTY { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, \
                { 0 }, 0, 0 }

static void put(ring *r, int item)
{
   pthread_mutex_lock(&r->mutex);
   while (r->tail - r->head == RING)
      pthread_cond_wait(&r->changed, &r->mutex);
   r->items[r->tail++ % RING] = item;
   pthread_cond_broadcast(&r->changed);
   pthread_mutex_unlock(&r->mutex);
}

static int get(ring *r)
{
   int item;

   pthread_mutex_lock(&r->mutex);
   while (r->tail == r->head)
      pthread_cond_wait(&r->changed, &r->mutex);
   item = r->items[r->head++ % RING];
   pthread_cond_broadcast(&r->changed);
   pthread_mutex_unlock(&r->mutex);
   return item;
}

/* A pipeline of three stages. */
static ring first = EMPTY, second = EMPTY;
static void *stage_a(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      work_a(20000);
      put(&first, i);
   }
   return p;
}
static void *stage_b(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      int item = get(&first);
      work_b(30000);
      put(&second, item);
   }
   return p;
}
static void *stage_c(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      get(&second);
      work_c(15000);
   }
   return p;
}
static void pipeline(void)
{
   run(3, (void *(*const[])(void *)){ stage_a, stage_b, stage_c });
}

/* A hot lock: work inside and outside. */
static void *lock_thread(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      pthread_mutex_lock(&mutex);
      work_a(20000);
      pthread_mutex_unlock(&mutex);
      work_b(24000);
   }
   return p;
}
static void lock(void) { run_same(2, lock_thread); }

/* A barrier, and an imbalance. */
static pthread_barrier_t barrier;
static void *barrier_thread(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      if (p == NULL)
         work_a(30000);
      else
         work_b(22000);
      pthread_barrier_wait(&barrier);
      work_c(8000);
      pthread_barrier_wait(&barrier);
   }
   return p;
}
static void barriers(void)
{
   pthread_barrier_init(&barrier, NULL, 2);
   run_same(2, barrier_thread);
}

/* The same with a barrier that spins. */
static atomic_int arrived, phase;
static void spin_wait(void)
{
   int mine = atomic_load(&phase);

   if (atomic_fetch_add(&arrived, 1) == 1) {
      atomic_store(&arrived, 0);
      atomic_store(&phase, mine + 1);
   } else
      while (atomic_load(&phase) == mine)
         ;
}
static void *spin_thread(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      if (p == NULL)
         work_a(30000);
      else
         work_b(22000);
      spin_wait();
      work_c(8000);
      spin_wait();
   }
   return p;
}
static void spin(void) { run_same(2, spin_thread); }

/* A producer, a consumer, and a last phase. */
static void *produce(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      work_a(20000);
      put(&first, i);
   }
   return p;
}
static void *consume(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      get(&first);
      work_b(28000);
   }
   return p;
}
static void queue(void)
{
   run(2, (void *(*const[])(void *)){ produce, consume });
   work_c(400000);
}

/* Items of two sizes, taken as they come. */
static atomic_int taken;
static void *dynamic_thread(void *p)
{
   for (int i; (i = atomic_fetch_add(&taken, 1)) < ITEMS; )
      if (i % 3 == 0)
         work_a(60000);
      else
         work_b(25000);
   return p;
}
static void dynamic(void) { run_same(2, dynamic_thread); }

/* Semaphores: two threads in turn, the second one with some work ahead. */
static sem_t full, empty;
static void *sem_produce(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      work_a(22000);
      sem_wait(&empty);
      sem_post(&full);
   }
   return p;
}
static void *sem_consume(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      sem_wait(&full);
      work_b(16000);
      sem_post(&empty);
      work_c(9000);
   }
   return p;
}
static void semaphores(void)
{
   sem_init(&full, 0, 0);
   sem_init(&empty, 0, 2);
   run(2, (void *(*const[])(void *)){ sem_produce, sem_consume });
}

/* A table under a lock: find, and sometimes update. */
static void *table_thread(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      work_a(25000);
      pthread_mutex_lock(&mutex);
      work_b(9000);
      if (i % 4 == 0)
         work_c(20000);
      pthread_mutex_unlock(&mutex);
   }
   return p;
}
static void table(void) { run_same(3, table_thread); }

/* Like ferret: stages with several threads each, on fewer cores. */
static void *pool_load(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      work_a(9000);
      put(&first, i);
   }
   for (int i = 0; i < 4; i++)
      put(&first, -1);
   return p;
}
static void *pool_rank(void *p)
{
   for (int item; (item = get(&first)) >= 0; ) {
      work_b(36000);
      put(&second, item);
   }
   put(&second, -1);
   return p;
}
static void *pool_write(void *p)
{
   for (int ended = 0; ended < 4; )
      if (get(&second) < 0)
         ended++;
      else
         work_c(7000);
   return p;
}
static void pool(void)
{
   run(6, (void *(*const[])(void *)){ pool_load, pool_rank, pool_rank,
                                      pool_rank, pool_rank, pool_write });
}

/* Readers and a writer. */
static pthread_rwlock_t rwlock = PTHREAD_RWLOCK_INITIALIZER;
static void *read_thread(void *p)
{
   for (int i = 0; i < ITEMS; i++) {
      pthread_rwlock_rdlock(&rwlock);
      work_a(15000);
      pthread_rwlock_unlock(&rwlock);
      work_b(15000);
   }
   return p;
}
static void *write_thread(void *p)
{
   for (int i = 0; i < ITEMS / 2; i++) {
      pthread_rwlock_wrlock(&rwlock);
      work_c(18000);
      pthread_rwlock_unlock(&rwlock);
      work_b(15000);
   }
   return p;
}
static void readers(void)
{
   run(3, (void *(*const[])(void *)){ read_thread, read_thread,
                                      write_thread });
}

/* Requests through a pipe, replies through another one. */
static int requests[2], replies[2];
static void *pipe_client(void *p)
{
   char c = 0;

   for (int i = 0; i < ITEMS; i++) {
      work_a(22000);
      if (write(requests[1], &c, 1) != 1 || read(replies[0], &c, 1) != 1)
         abort();
   }
   close(requests[1]);
   return p;
}
static void *pipe_server(void *p)
{
   char c;

   while (read(requests[0], &c, 1) == 1) {
      work_b(16000);
      if (write(replies[1], &c, 1) != 1)
         abort();
      work_c(30000);
   }
   return p;
}
static void pipes(void)
{
   if (pipe(requests) != 0 || pipe(replies) != 0)
      abort();
   run(2, (void *(*const[])(void *)){ pipe_client, pipe_server });
}

/* A server on the loopback interface, with epoll, and two clients. */
static struct sockaddr_in place;
static void *net_server(void *p)
{
   int listener = (int)(long)p, epoll = epoll_create1(0), open = 0, seen = 0;
   struct epoll_event e = { .events = EPOLLIN, .data.fd = listener };
   char c;

   epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &e);
   while (seen < 2 || open > 0) {
      if (epoll_wait(epoll, &e, 1, -1) != 1)
         abort();
      if (e.data.fd == listener) {
         e.data.fd = accept(listener, NULL, NULL);
         e.events = EPOLLIN;
         epoll_ctl(epoll, EPOLL_CTL_ADD, e.data.fd, &e);
         open++;
         seen++;
      } else if (read(e.data.fd, &c, 1) == 1) {
         work_b(14000);
         if (write(e.data.fd, &c, 1) != 1)
            abort();
      } else {
         close(e.data.fd);
         open--;
      }
   }
   return NULL;
}
static void *net_client(void *p)
{
   int s = socket(AF_INET, SOCK_STREAM, 0);
   char c = 1;

   if (connect(s, (struct sockaddr *)&place, sizeof place) != 0)
      abort();
   for (int i = 0; i < ITEMS; i++) {
      if (write(s, &c, 1) != 1 || read(s, &c, 1) != 1)
         abort();
      work_a(20000);
   }
   close(s);
   return p;
}
static void server(void)
{
   socklen_t n = sizeof place;
   int listener = socket(AF_INET, SOCK_STREAM, 0);
   pthread_t s;

   place.sin_family = AF_INET;
   place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
   if (bind(listener, (struct sockaddr *)&place, sizeof place) != 0
       || listen(listener, 5) != 0
       || getsockname(listener, (struct sockaddr *)&place, &n) != 0)
      abort();
   pthread_create(&s, NULL, net_server, (void *)(long)listener);
   run_same(2, net_client);
   pthread_join(s, NULL);
}

/* Events and timeouts: a thread that sleeps, a poll that times out, and a wait
   for a condition with a time limit. */
static int event;
static void *event_thread(void *p)
{
   struct pollfd f = { event, POLLIN, 0 };
   uint64_t n;

   for (int i = 0; i < ITEMS; i++) {
      work_a(30000);
      while (poll(&f, 1, 1) == 0)
         work_b(1000);
      if (read(event, &n, sizeof n) != sizeof n)
         abort();
   }
   return p;
}
static void *sleep_thread(void *p)
{
   const struct timespec ms = { 0, 60000 };
   uint64_t one = 1;

   for (int i = 0; i < ITEMS; i++) {
      nanosleep(&ms, NULL);
      work_c(20000);
      if (write(event, &one, sizeof one) != sizeof one)
         abort();
   }
   return p;
}
static void events(void)
{
   struct timespec t;

   event = eventfd(0, EFD_SEMAPHORE);
   run(2, (void *(*const[])(void *)){ event_thread, sleep_thread });
   clock_gettime(CLOCK_REALTIME, &t);
   t.tv_nsec += 1000000;
   t.tv_sec += t.tv_nsec / 1000000000;
   t.tv_nsec %= 1000000000;
   pthread_mutex_lock(&mutex);
   while (pthread_cond_timedwait(&cond, &mutex, &t) == 0)
      ;
   pthread_mutex_unlock(&mutex);
}

#ifdef _OPENMP
/* Loops of OpenMP, and a critical section. */
static void openmp(void)
{
   #pragma omp parallel num_threads(2)
   {
      #pragma omp for schedule(static)
      for (int i = 0; i < ITEMS; i++)
         work_a(500 * i);
      #pragma omp for schedule(dynamic)
      for (int i = 0; i < ITEMS; i++)
         work_b(500 * i);
      for (int i = 0; i < ITEMS / 4; i++) {
         #pragma omp critical
         work_c(12000);
      }
   }
}
#endif

static const struct { const char *name; void (*run)(void); } programs[] = {
   { "fig1", fig1 }, { "pipeline", pipeline }, { "lock", lock },
   { "barriers", barriers }, { "spin", spin }, { "queue", queue },
   { "dynamic", dynamic }, { "semaphores", semaphores }, { "table", table },
   { "pool", pool }, { "readers", readers }, { "pipes", pipes },
   { "server", server }, { "events", events },
#ifdef _OPENMP
   { "openmp", openmp },
#endif
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
