/* kernel_places KIND: maps memory at an address that the kernel chooses, and says
   where.  For high_memory.test.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <linux/io_uring.h>

ROUTINE long sum(const volatile int *a, int n)
{
   long s = 0;

   for (int i = 0; i < n; i++)
      s += a[i];
   return s;
}

static volatile int *ring(void)
{
   struct io_uring_params p;
   int fd;

   memset(&p, 0, sizeof p);
   fd = syscall(SYS_io_uring_setup, 4, &p);
   require(fd >= 0, "no io_uring");
   return mmap(NULL, 4096, PROT_READ | PROT_WRITE, MAP_SHARED, fd,
               IORING_OFF_SQES);
}

/* Not accessed: the machine may have no such pages. */
static volatile int *huge(void)
{
   return mmap(NULL, 4 << 20, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_HUGETLB | MAP_NORESERVE, -1, 0);
}

int main(int argc, char **argv)
{
   static volatile int own[20];
   int is_huge = argc > 1 && strcmp(argv[1], "huge") == 0;
   volatile int *m = is_huge ? huge() : ring();

   require(m != MAP_FAILED, "no such mapping");
   printf("%lu GB\n", (unsigned long)m >> 30);
   sum(own, 20);
   if (!is_huge)
      sum(m, 10);
   return 0;
}
