/* Programs with threads that end, are interrupted, or do other things at an
   inconvenient time: `edges NAME` runs one of them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <errno.h>
#include <linux/io_uring.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

static volatile int stop, hits;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_t thread;
static int ends[2];

static void work(long n)
{
   for (volatile long i = n; i > 0; i--)
      ;
}

static void start(void *(*f)(void *))
{
   pthread_create(&thread, NULL, f, NULL);
   work(100000);
}

static void *spins(void *p) { while (!stop) ; return p; }
static void *waits(void *p) { pthread_mutex_lock(&mutex); return p; }
static void *sleeps(void *p) { sleep(1000); return p; }
static void *works(void *p) { work(200000); return p; }

static void *sleeps_once(void *p)
{
   const struct timespec t = { 100, 0 };
   struct timespec rest = { 0, 0 };
   int result = nanosleep(&t, &rest);

   printf("sleep %d %d\n", result, result ? errno == EINTR : 0);
   return p;
}

static void *reads(void *p)
{
   char c;

   printf("read %zd\n", read(ends[0], &c, 1));
   return p;
}

static void handler(int signal)
{
   (void)signal;
   hits++;
}

/* The process ends while another thread spins, waits, sleeps. */
static void exit_spin(void) { start(spins); exit(3); }
static void exit_wait(void)
{
   pthread_mutex_lock(&mutex);
   start(waits);
   start(sleeps);
   exit(4);
}
static void dies(void) { start(spins); abort(); }
static void main_ends(void)
{
   start(works);
   pthread_exit(NULL);
}

/* Signals to a thread that sleeps, spins, reads, or is cancelled. */
static void interrupt_sleep(void)
{
   signal(SIGUSR1, handler);
   start(sleeps_once);
   usleep(100000);      /* natively the thread may not sleep yet */
   pthread_kill(thread, SIGUSR1);
   pthread_join(thread, NULL);
}
static void interrupt_spin(void)
{
   signal(SIGUSR1, handler);
   start(spins);
   while (hits == 0)
      pthread_kill(thread, SIGUSR1);
   stop = 1;
   pthread_join(thread, NULL);
}
static void interrupt_read(void)
{
   struct sigaction a = { .sa_handler = handler, .sa_flags = SA_RESTART };

   sigaction(SIGUSR1, &a, NULL);
   if (pipe(ends) != 0)
      abort();
   start(reads);
   pthread_kill(thread, SIGUSR1);
   work(100000);
   if (write(ends[1], "x", 1) != 1)
      abort();
   pthread_join(thread, NULL);
}
static void cancel(void)
{
   start(sleeps);
   pthread_cancel(thread);
   pthread_join(thread, NULL);
}

/* Other processes. */
static void forks(void)
{
   int status;
   pid_t child;

   start(spins);
   child = fork();
   if (child == 0) {
      work(100000);
      _exit(7);
   }
   waitpid(child, &status, 0);
   stop = 1;
   pthread_join(thread, NULL);
   printf("child %d\n", WEXITSTATUS(status));
}
static void executes(void)
{
   start(spins);
   execl("/bin/echo", "echo", "executed", (char *)NULL);
}
static void child_writes(void)
{
   FILE *f = popen("sleep 0.1; echo hello", "r");
   char line[99] = "";

   if (f == NULL || fgets(line, sizeof line, f) == NULL)
      abort();
   fputs(line, stdout);
   pclose(f);
}

/* Many threads, one after the other; and threads that nothing waits for. */
static void many(void)
{
   pthread_t t[100];

   for (int round = 0; round < 3; round++) {
      for (int i = 0; i < 100; i++)
         pthread_create(&t[i], NULL, works, NULL);
      for (int i = 0; i < 100; i++)
         pthread_join(t[i], NULL);
   }
}
static void detached(void)
{
   for (int i = 0; i < 50; i++) {
      pthread_create(&thread, NULL, works, NULL);
      pthread_detach(thread);
   }
   work(100000);
}

/* Virtual time passes without real time: an hour of sleep. */
static void long_sleep(void)
{
   struct timespec a, b;

   clock_gettime(CLOCK_MONOTONIC, &a);
   if (getenv("VIRTUAL"))
      sleep(3600);
   clock_gettime(CLOCK_MONOTONIC, &b);
   printf("slept as long as expected: %d\n",
          b.tv_sec - a.tv_sec >= (getenv("VIRTUAL") ? 3600 : 0));
}

/* The time-stamp counter tells virtual time: an hour of sleep, of at least two
   instructions in a nanosecond. */
static void stamps(void)
{
#ifdef __x86_64__
   const double hour = getenv("VIRTUAL") ? 7200e9 : 0;
   const unsigned long before = __builtin_ia32_rdtsc();

   if (getenv("VIRTUAL"))
      sleep(3600);
   printf("rdtsc: %d\n", (double)(__builtin_ia32_rdtsc() - before) >= hour);
#endif
}

/* The same for rdtscp, which not all processors have: it says so. */
#ifdef __x86_64__
static void no_rdtscp(int signal)
{
   (void)signal;
   _exit(77);
}
#endif
static void stamps_p(void)
{
#ifdef __x86_64__
   const double hour = getenv("VIRTUAL") ? 7200e9 : 0;
   unsigned processor = 0;
   unsigned long before;

   signal(SIGILL, no_rdtscp);
   before = __builtin_ia32_rdtscp(&processor);
   if (getenv("VIRTUAL"))
      sleep(3600);
   printf("rdtscp: %d %d\n",
          (double)(__builtin_ia32_rdtscp(&processor) - before) >= hour,
          getenv("VIRTUAL") == NULL || processor == 0);
#endif
}

/* A thread waits in a loop with the instruction pause. */
static void *pauses(void *p)
{
   while (!stop)
#ifdef __x86_64__
      __builtin_ia32_pause();
#else
      ;
#endif
   return p;
}
static void pause_spin(void)
{
   start(pauses);
   stop = 1;
   pthread_join(thread, NULL);
}

/* A thread waits for the end of work that the main one hands to the kernel later.
   (Where the kernel has no such ring, there is nothing to do.) */
static int ring;
static void *awaits_ring(void *p)
{
   hits += syscall(SYS_io_uring_enter, ring, 0, 1, IORING_ENTER_GETEVENTS, NULL,
                   0) == 0;
   return p;
}
static void ring_wait(void)
{
   struct io_uring_params p = { .flags = 0 };
   struct io_uring_sqe *work_list;
   unsigned *numbers, *tail;
   char *queue;

   ring = syscall(SYS_io_uring_setup, 1, &p);
   if (ring < 0)
      return;
   queue = mmap(NULL, p.sq_off.array + p.sq_entries * sizeof *numbers,
                PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQ_RING);
   work_list = mmap(NULL, p.sq_entries * sizeof *work_list,
                    PROT_READ | PROT_WRITE, MAP_SHARED, ring, IORING_OFF_SQES);
   if (queue == MAP_FAILED || work_list == MAP_FAILED)
      return;
   numbers = (unsigned *)(queue + p.sq_off.array);
   tail = (unsigned *)(queue + p.sq_off.tail);
   start(awaits_ring);
   memset(work_list, 0, sizeof *work_list);
   work_list->opcode = IORING_OP_NOP;
   numbers[0] = 0;
   __atomic_store_n(tail, 1, __ATOMIC_RELEASE);
   syscall(SYS_io_uring_enter, ring, 1, 0, 0, NULL, 0);
   pthread_join(thread, NULL);
}

static const struct { const char *name; void (*run)(void); } edges[] = {
   { "exit_spin", exit_spin }, { "exit_wait", exit_wait }, { "dies", dies },
   { "main_ends", main_ends }, { "interrupt_sleep", interrupt_sleep },
   { "interrupt_spin", interrupt_spin }, { "interrupt_read", interrupt_read },
   { "cancel", cancel }, { "forks", forks }, { "executes", executes },
   { "child_writes", child_writes }, { "many", many },
   { "detached", detached }, { "long_sleep", long_sleep },
   { "stamps", stamps }, { "stamps_p", stamps_p }, { "pause_spin", pause_spin },
   { "ring_wait", ring_wait },
};

int main(int argc, char **argv)
{
   for (unsigned i = 0; i < sizeof edges / sizeof edges[0]; i++) {
      if (argc == 1)
         puts(edges[i].name);
      else if (strcmp(argv[1], edges[i].name) == 0) {
         edges[i].run();
         printf("%d\n", hits > 0);
      }
   }
   return 0;
}
