/* Repeated string instructions of many iterations, of which the tool may make
   many at once, have the same sizes and costs as where it can't: in shared
   memory it handles each iteration.  And they do the same.  Run by
   repeated_same.test.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <setjmp.h>
#include <sys/shm.h>

enum { SIZE = 1 << 16, PAGE = 4096 };

#define VALUE 0x1122334455667788

#define STRING(instructions) \
   __asm__ volatile(instructions : "+D"(to), "+S"(from), "+c"(n) \
                    : "a"(VALUE) : "memory", "cc"); \
   must(n == 0, "count")

#define FILL(name, instructions) \
   ROUTINE char *name(char *to, long n) \
   { \
      const char *from = to, *first = to; \
      STRING(instructions); \
      must(from == first, "it stays"); \
      return to; \
   }

#define COPY(name, instructions) \
   ROUTINE char *name(char *to, const char *from, long n) \
   { \
      const char *first = from; \
      char *begin = to; \
      STRING(instructions); \
      must(from - first == to - begin, "both move"); \
      return to; \
   }

/* Each routine has two names: one for anonymous memory, and one for other
   memory. */
#define BOTH(kind, name, instructions) \
   kind(name, instructions) kind(name##_shared, instructions)

BOTH(FILL, fill1, "rep stosb")
BOTH(FILL, fill2, "rep stosw")
BOTH(FILL, fill4, "rep stosl")
BOTH(FILL, fill8, "rep stosq")
BOTH(COPY, copy1, "rep movsb")
BOTH(COPY, copy2, "rep movsw")
BOTH(COPY, copy4, "rep movsl")
BOTH(COPY, copy8, "rep movsq")
BOTH(COPY, back1, "std; rep movsb; cld")
BOTH(FILL, back8, "std; rep stosq; cld")

BOTH(FILL, fill_to_wall, "rep stosb")
BOTH(COPY, copy_to_wall, "rep movsb")
BOTH(COPY, copy_from_wall, "rep movsb")
BOTH(FILL, fill_file, "rep stosb")

/* One for all: compilers align each loop with as many instructions as its
   address requires. */
ROUTINE long sum_of(const char *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += p[i];
   return sum;
}

/* The copy is read again: its last writer counts. */
#define AGAIN(name, copy) \
   ROUTINE long name(char *to, const char *from, long n) \
   { \
      copy(to, from, n); \
      copy(to, from, n); \
      return sum_of(to, n + 8); \
   }

AGAIN(again, copy1)
AGAIN(again_shared, copy1_shared)

/* What was stored behind it is still there. */
ROUTINE static void filled(const char *p, int size, long n)
{
   for (long i = 0; i < n * size; i++)
      must(p[i] == (char)(VALUE >> 8 * (i % size)), "what was filled");
   must(p[n * size] == 1, "and no more");
}

#define FILLED(fill, p, size, n) \
   (p)[size * (n)] = 1; \
   must(fill(p, n) == (p) + size * (n), "end"); \
   filled(p, size, n)

#define ALL(name, s) \
   ROUTINE static void name(char *p) \
   { \
      for (long n = 0; n < 5000; n = n < 70 ? n + 1 : n + 499) { \
         char *q = p + SIZE / 2; \
         FILLED(fill1##s, p + n % 5, 1, n); \
         FILLED(fill2##s, p + n % 3, 2, n); \
         FILLED(fill4##s, p, 4, n); \
         FILLED(fill8##s, p + n % 7, 8, n); \
         must(copy1##s(q + n % 4, p + n % 3, n) == q + n % 4 + n, "end"); \
         must(copy2##s(q, p + 2, n) == q + 2 * n, "end"); \
         must(copy4##s(q + 1, p, n) == q + 1 + 4 * n, "end"); \
         must(copy8##s(q, p, n / 2) == q + n / 2 * 8, "end"); \
         /* The first ones over what is copied later. */ \
         copy1##s(p + 1, p, n); \
         copy1##s(p + 200, p, n); \
         copy1##s(p, p + 200, n); \
         copy4##s(p + 401, p, n); \
         copy8##s(p + 8, p, n / 8); \
         /* Down, over what has been copied. */ \
         copy1##s(p + 3, p + 4, n); \
         copy1##s(p, p + 16, n); \
         copy2##s(p + 1, p + 2, n); \
         copy4##s(p, p + 3, n); \
         copy8##s(p + 2, p + 7, n / 2); \
         copy8##s(p, p + 24, n / 2); \
         back1##s(q + n, q + n / 2, n); \
         back8##s(q + n, n / 8); \
         again##s(q, p, n); \
      } \
   }

ALL(anonymous, )
ALL(shared, _shared)

static char *shared_memory(void)
{
   int id = shmget(IPC_PRIVATE, SIZE + PAGE, IPC_CREAT | 0600);
   void *p = shmat(id, NULL, 0);

   require(id >= 0 && p != (void *)-1, "no shared memory");
   shmctl(id, IPC_RMID, NULL);
   return p;
}

static char *anonymous_memory(size_t size)
{
   char *p = mmap(NULL, size, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   must(p != MAP_FAILED, "mmap");
   return p;
}

static sigjmp_buf fault;
static void *faulted;

static void on_fault(int signal, siginfo_t *info, void *unused)
{
   (void)signal;
   (void)unused;
   faulted = info->si_addr;
   siglongjmp(fault, 1);
}

static void on_faults(void)
{
   struct sigaction action = { .sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO };

   sigaction(SIGSEGV, &action, NULL);
   sigaction(SIGBUS, &action, NULL);
}

#define FAULTS(at, iterations) \
   do { \
      faulted = NULL; \
      if (sigsetjmp(fault, 1) == 0) \
         iterations; \
      must(faulted == (at), "where"); \
   } while (0)

/* Up to memory that can't be written to, or read, and not further. */
#define WALLS(name, s) \
   ROUTINE static void name(char *p) \
   { \
      must(mprotect(p + 2 * PAGE, PAGE, PROT_READ) == 0, "mprotect"); \
      memset(p, 0, 2 * PAGE); \
      FAULTS(p + 2 * PAGE, fill_to_wall##s(p + 100, 4 * PAGE)); \
      must(p[99] == 0 && p[100] != 0 && p[2 * PAGE - 1] != 0, "filled"); \
      must(p[2 * PAGE] == 0, "not filled"); \
      FAULTS(p + 2 * PAGE, copy_to_wall##s(p + PAGE, p, 3 * PAGE)); \
      must(memcmp(p + PAGE, p, PAGE) == 0, "copied"); \
      must(mprotect(p + PAGE, PAGE, PROT_NONE) == 0, "mprotect"); \
      must(mprotect(p + 2 * PAGE, PAGE, PROT_READ | PROT_WRITE) == 0, \
           "mprotect"); \
      FAULTS(p + PAGE, copy_from_wall##s(p + 2 * PAGE, p, 2 * PAGE)); \
      must(memcmp(p + 2 * PAGE, p, PAGE) == 0, "copied"); \
   }

WALLS(walls, )
WALLS(walls_shared, _shared)

/* Memory that is mapped behind a file's end ends the copy, too. */
ROUTINE static void behind_file(void)
{
   int fd = memfd_create("page", 0);
   char *p = shared_memory();

   must(mprotect(p + PAGE, PAGE, PROT_READ) == 0, "mprotect");
   FAULTS(p + PAGE, fill_file_shared(p, 2 * PAGE));
   must(fd >= 0 && ftruncate(fd, PAGE) == 0, "memfd_create");
   p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE, MAP_PRIVATE, fd, 0);
   must(p != MAP_FAILED, "mmap");
   FAULTS(p + PAGE, fill_file(p, 2 * PAGE));
}

/* Prefixes that change more than operands: here count and address are the
   lower halves of their registers. */
ROUTINE static void narrow(void)
{
   char *p = mmap(NULL, 2 * PAGE, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_32BIT, -1, 0), *to = p;
   long n = (1L << 32) + PAGE;

   must(p != MAP_FAILED, "mmap");
   __asm__ volatile("addr32 rep stosb" : "+D"(to), "+c"(n)
                    : "a"(VALUE) : "memory", "cc");
   must(n == 0 && to == p + PAGE && p[PAGE] == 0, "narrow count");
   must(p[PAGE - 1] == (char)VALUE, "filled");
}

static unsigned long hash(const char *p)
{
   unsigned long h = 0;

   for (long i = 0; i < SIZE; i++)
      h = (h ^ (unsigned char)p[i]) * 0x100000001b3u;
   return h;
}

int main(void)
{
   char *a = anonymous_memory(SIZE + PAGE), *s = shared_memory();

   anonymous(a);
   shared(s);
   must(hash(a) == hash(s), "they do the same");
   on_faults();
   walls(anonymous_memory(4 * PAGE));
   walls_shared(shared_memory());
   behind_file();
   narrow();
   return 0;
}
