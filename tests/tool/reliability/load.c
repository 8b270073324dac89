/* Programs that are hard on a profiler.  The arguments: the kind, and the
   amount.  What can be checked from within is checked; memory is reported as
   `rss EARLY LATE`, in KB.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "work.h"
#include <sched.h>
#include <setjmp.h>

static long amount;

/* The process's resident memory, the profiler's included. */
static long rss(void)
{
   char line[256];
   long pages = 0;
   int fd = open("/proc/self/statm", O_RDONLY);
   ssize_t n = read(fd, line, sizeof line - 1);

   close(fd);
   must(n > 0, "statm");
   line[n] = '\0';
   must(sscanf(line, "%*d %ld", &pages) == 1, "statm");
   return pages * 4;
}

static void tell_rss(long early)
{
   printf("rss %ld %ld\n", early, rss());
   fflush(stdout);
}

/* --- threads --- */

static pthread_barrier_t all_there;

static ROUTINE void *meets(void *unused)
{
   (void)unused;
   measured_work(100);
   pthread_barrier_wait(&all_there);
   return NULL;
}

static ROUTINE void *passes(void *unused)
{
   (void)unused;
   measured_work(10);
   return NULL;
}

static pthread_t start(void *(*body)(void *), size_t stack)
{
   pthread_attr_t attributes;
   pthread_t t;

   pthread_attr_init(&attributes);
   must(pthread_attr_setstacksize(&attributes, stack) == 0, "stack size");
   must(pthread_create(&t, &attributes, body, NULL) == 0, "pthread_create");
   return t;
}

static void threads_at_once(void)
{
   pthread_t *t = calloc(amount, sizeof *t);

   pthread_barrier_init(&all_there, NULL, amount + 1);
   for (long i = 0; i < amount; i++)
      t[i] = start(meets, 65536);
   pthread_barrier_wait(&all_there);
   for (long i = 0; i < amount; i++)
      pthread_join(t[i], NULL);
}

static void threads_in_turn(void)
{
   long early = 0;

   for (long i = 0; i < amount; i++) {
      pthread_join(start(passes, 65536), NULL);
      if (i == amount / 10)
         early = rss();
   }
   tell_rss(early);
}

/* --- frames --- */

static ROUTINE long frame(long n)
{
   volatile long own = n;

   return n == 0 ? 0 : frame(n - 1) + (own == n);
}

static ROUTINE void *goes_deep(void *unused)
{
   (void)unused;
   must(frame(amount) == amount, "depth");
   return NULL;
}

static void frames(void)
{
   pthread_join(start(goes_deep, amount * 128 + (1 << 20)), NULL);
}

/* --- memory --- */

static void sparse(void)
{
   size_t size = (size_t)amount << 30;
   long early = rss(), sum = 0;
   char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

   require(p != MAP_FAILED, "no such address space");
   for (size_t at = 0; at < size; at += 64 << 20)
      p[at] = 1;
   for (size_t at = 0; at < size; at += 64 << 20)
      sum += p[at];
   must(sum == amount * 16, "sparse");
   tell_rss(early);
   munmap(p, size);
}

/* Blocks of all sizes come and go: half of the heap in use is replaced in each
   round; the rounds last `amount` seconds in all. */
static void churn(void)
{
   enum { BLOCKS = 400 };
   static volatile char *block[BLOCKS];
   unsigned random = 1;
   long begin = milliseconds(), early = 0, now;

   do {
      now = milliseconds();
      for (int i = 0; i < BLOCKS; i++) {
         random = random * 1103515245 + 12345;
         if (random >> 16 & 1)
            continue;
         size_t size = (size_t)1 << (6 + (random >> 20) % 13);
         free((void *)block[i]);
         block[i] = malloc(size);
         for (size_t at = 0; at < size; at += 64)
            block[i][at] = at;
         for (size_t at = 0; at < size; at += 64)
            random += block[i][at];
      }
      if (early == 0 && now - begin > amount * 1000 / 3)
         early = rss();
   } while (now - begin < amount * 1000);
   tell_rss(early);
}

/* --- code that changes --- */

static void changing_code(void)
{
   unsigned char *code = mmap(NULL, 4096, PROT_READ | PROT_WRITE | PROT_EXEC,
                              MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   require(code != MAP_FAILED, "no memory that is writable and executable");
   for (int i = 0; i < amount; i++) {
      code[0] = 0xb8;                            /* mov $i, %eax; ret */
      memcpy(code + 1, &i, sizeof i);
      code[5] = 0xc3;
      must(((int (*)(void))(void *)code)() == i, "changed code");
   }
}

/* --- signals --- */

static volatile long handled;

static void nests(int signal)
{
   measured_work(10);
   handled++;
   if (signal < SIGRTMIN + 5)
      raise(signal + 1);
}

static sigjmp_buf back;

static void jumps(int signal)
{
   (void)signal;
   measured_work(10);
   handled++;
   siglongjmp(back, 1);
}

static void handle(int signal, void (*handler)(int))
{
   struct sigaction action = { .sa_handler = handler,
                               .sa_flags = SA_ONSTACK };

   must(sigaction(signal, &action, NULL) == 0, "sigaction");
}

static void alternate_stack(void)
{
   stack_t stack = { .ss_sp = malloc(1 << 18), .ss_size = 1 << 18 };

   must(sigaltstack(&stack, NULL) == 0, "sigaltstack");
}

static void nested_signals(void)
{
   alternate_stack();
   for (int s = 0; s <= 5; s++)
      handle(SIGRTMIN + s, nests);
   for (long i = 0; i < amount; i++)
      raise(SIGRTMIN);
   must(handled == 6 * amount, "all signals are handled");
}

static void jumps_out(void)
{
   alternate_stack();
   handle(SIGUSR1, jumps);
   for (volatile long i = 0; i < amount; i++)
      if (sigsetjmp(back, 1) == 0)
         raise(SIGUSR1);
   must(handled == amount, "all jumps arrive");
}

/* --- instructions --- */

/* Unaligned and page-crossing accesses of all widths, repeated string
   instructions, atomics, and AVX2 if the processor has it. */
static ROUTINE __attribute__((target("avx2"))) void avx2(char *at)
{
   typedef int wide __attribute__((vector_size(32), aligned(1)));

   *(wide *)at += *(wide *)(at + 33);
}

static void instructions(void)
{
   char *page = mmap(NULL, 3 * 4096, PROT_READ | PROT_WRITE,
                     MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
   static _Atomic long counter;

   for (long i = 0; i < amount; i++)
      for (int at = 4096 - 40; at < 4096 + 8; at++) {
         char *to = page + at, *from = page + at + 4000;
         size_t n = 37, m = 37;

         __atomic_fetch_add((short *)to, 1, __ATOMIC_SEQ_CST);
         *(volatile long *)(to + 1) += 1;
         __asm__ volatile("rep movsb" : "+D"(to), "+S"(from), "+c"(n)
                          : : "memory");
         __asm__ volatile("rep stosb" : "+D"(to), "+c"(m) : "a"(0)
                          : "memory");
         counter++;
         if (__builtin_cpu_supports("avx2"))
            avx2(page + at);
      }
   must(counter == 48 * amount, "atomics");
}

int main(int count, char **arguments)
{
   static const struct {
      const char *name;
      void (*run)(void);
   } all[] = {
      { "threads-at-once", threads_at_once },
      { "threads-in-turn", threads_in_turn },
      { "frames", frames },
      { "sparse", sparse },
      { "churn", churn },
      { "changing-code", changing_code },
      { "nested-signals", nested_signals },
      { "jumps-out", jumps_out },
      { "instructions", instructions },
   };

   must(count == 3, "two arguments");
   amount = atol(arguments[2]);
   some_work();
   for (size_t i = 0; i < sizeof all / sizeof all[0]; i++)
      if (!strcmp(arguments[1], all[i].name)) {
         all[i].run();
         return 0;
      }
   must(0, arguments[1]);
}
