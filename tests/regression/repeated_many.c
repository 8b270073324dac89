/* Repeated string instructions of many iterations, of which the tool may make
   many at once, have the same sizes and costs as where it can't: in shared
   memory it looks at each.  And they do the same.  Run by repeated_same.test.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <setjmp.h>
#include <sys/shm.h>

enum { SIZE = 1 << 16, PAGE = 4096 };

#define STRING(instructions) \
   __asm__ volatile(instructions : "+D"(to), "+S"(from), "+c"(n) \
                    : "a"(0x1122334455667788) : "memory", "cc"); \
   must(n == 0, "count")

#define FILL(name, instructions) \
   ROUTINE char *name(char *to, long n) \
   { \
      const char *from = to; \
      STRING(instructions); \
      must(from != to || n == 0, "fill"); \
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

/* Each twice, under two names: for anonymous memory, and for other. */
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

FILL(fill_to_wall, "rep stosb")
COPY(copy_to_wall, "rep movsb")

/* One for all: compilers align each loop with as many instructions as it takes
   where it is. */
ROUTINE long sum_of(const char *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += p[i];
   return sum;
}

/* What was copied is read again: by whom it was written counts. */
#define AGAIN(name, copy) \
   ROUTINE long name(char *to, const char *from, long n) \
   { \
      copy(to, from, n); \
      copy(to, from, n); \
      return sum_of(to, n + 8); \
   }

AGAIN(again, copy1)
AGAIN(again_shared, copy1_shared)

#define ALL(name, s) \
   ROUTINE static void name(char *p) \
   { \
      for (long n = 0; n < 5000; n = n < 70 ? n + 1 : n + 499) { \
         char *q = p + SIZE / 2; \
         must(fill1##s(p + n % 5, n) == p + n % 5 + n, "end"); \
         must(fill2##s(p + n % 3, n) == p + n % 3 + 2 * n, "end"); \
         must(fill4##s(p, n) == p + 4 * n, "end"); \
         must(fill8##s(p + n % 7, n) == p + n % 7 + 8 * n, "end"); \
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

/* Up to where memory can't be written to, and not further. */
ROUTINE static void into_the_wall(char *p)
{
   struct sigaction action = { .sa_sigaction = on_fault,
                               .sa_flags = SA_SIGINFO };

   sigaction(SIGSEGV, &action, NULL);
   must(mprotect(p + 2 * PAGE, PAGE, PROT_READ) == 0, "mprotect");
   memset(p, 0, 2 * PAGE);
   if (sigsetjmp(fault, 1) == 0) {
      fill_to_wall(p + 100, 4 * PAGE);
      must(0, "no fault");
   }
   must(faulted == p + 2 * PAGE, "where");
   must(p[99] == 0 && p[100] != 0 && p[2 * PAGE - 1] != 0, "what was filled");
   must(p[2 * PAGE] == 0, "what was not");
   if (sigsetjmp(fault, 1) == 0) {
      copy_to_wall(p + PAGE, p, 3 * PAGE);
      must(0, "no fault");
   }
   must(faulted == p + 2 * PAGE, "where");
   must(memcmp(p + PAGE, p, PAGE) == 0, "what was copied");
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
   into_the_wall(anonymous_memory(4 * PAGE));
   return 0;
}
