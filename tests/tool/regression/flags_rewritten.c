/* Code that is rewritten reads flags that the former code did not read, after
   the code that leads to it was executed: in memory without a file, and in a
   mapping of a file that can be written to.  And the target of a jump that is
   never taken need not exist: nothing is read behind the end of a mapping, or
   of a file.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <valgrind/valgrind.h>

enum { PAGE = 4096, WITH = PROT_READ | PROT_WRITE | PROT_EXEC };

typedef int code(unsigned a, unsigned b);

static unsigned char *put(unsigned char *to, const char *bytes, int n)
{
   memcpy(to, bytes, n);
   return to + n;
}

/* cmp %esi, %edi; jc or jmp to `target` */
static unsigned char *put_compare(unsigned char *to, const char *jump, int n,
                                  unsigned char *target)
{
   int distance;

   to = put(put(to, "\x39\xf7", 2), jump, n);
   distance = (int)(target - (to + 4));
   return put(to, (char *)&distance, 4);
}

static void rewritten(unsigned char *p, int protection)
{
   static const char overwrites[] = "\x31\xc0\xc3";            /* xor; ret */
   static const char looks[] = "\xb8\0\0\0\0\x0f\x92\xc0\xc3"; /* mov; setc; ret */
   unsigned char *target = p + PAGE + 100;
   code *f = (code *)p;

   put_compare(p, "\xe9", 1, target);
   put(target, overwrites, sizeof overwrites);
   must(mprotect(p, 2 * PAGE, protection) == 0, "mprotect");
   for (int i = 0; i < 10; i++)
      must(f(1, 2) == 0, "before");
   must(mprotect(p + PAGE, PAGE, WITH) == 0, "mprotect");
   put(target, looks, sizeof looks);
   VALGRIND_DISCARD_TRANSLATIONS(target, sizeof looks);
   must(mprotect(p, 2 * PAGE, protection) == 0, "mprotect");
   must(f(1, 2) == 1 && f(2, 1) == 0, "after");
}

/* The jump leads to code of which nothing is known. */
static void never_taken(unsigned char *p, unsigned char *target)
{
   put(put_compare(p, "\x0f\x82", 2, target), "\x31\xc0\xc3", 3);
   must(mprotect(p, PAGE, PROT_READ | PROT_EXEC) == 0, "mprotect");
   must(((code *)p)(2, 1) == 0, "not taken");
}

static unsigned char *mapped(long size, long in_file)
{
   int fd = in_file > 0 ? memfd_create("code", 0) : -1;
   void *p;

   must(fd < 0 || ftruncate(fd, in_file) == 0, "memfd_create");
   p = mmap(NULL, size, WITH, MAP_PRIVATE | (fd < 0 ? MAP_ANONYMOUS : 0), fd, 0);
   require(p != MAP_FAILED, "no memory for code");
   if (fd >= 0)
      close(fd);
   return p;
}

int main(void)
{
   unsigned char *p;

   rewritten(mapped(2 * PAGE, 0), WITH);
   rewritten(mapped(2 * PAGE, 0), PROT_READ | PROT_EXEC);
   rewritten(mapped(2 * PAGE, 2 * PAGE), WITH);

   p = mapped(3 * PAGE, PAGE);
   must(mprotect(p, 3 * PAGE, PROT_READ | PROT_EXEC) == 0 &&
        mprotect(p, PAGE, WITH) == 0, "mprotect");
   never_taken(p, p + 2 * PAGE);
   p = mapped(3 * PAGE, 3 * PAGE);
   p[2 * PAGE - 1] = 0x0f;
   must(mprotect(p + PAGE, PAGE, PROT_READ | PROT_EXEC) == 0, "mprotect");
   must(munmap(p + 2 * PAGE, PAGE) == 0, "munmap");
   never_taken(p, p + 2 * PAGE - 1);
   return 0;
}
