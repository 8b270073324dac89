/* Memory that a thread has written to while it was the only one is moved to an
   address beyond the windows.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { CELLS = 1000, BYTES = 1 << 18 };

/* Constants, so that no pointer is read. */
#define FROM ((volatile int *)0x200008000)
#define TO   ((volatile int *)0xc800000000)

ROUTINE void write_all(void)
{
   for (long i = 0; i < CELLS; i++)
      FROM[i] = 1;
}

ROUTINE long read_all(void)
{
   long s = 0;

   for (long i = 0; i < CELLS; i++)
      s += TO[i];
   return s;
}

static void *other(void *unused)
{
   must(read_all() == CELLS, "moved");
   return unused;
}

int main(void)
{
   require((int *)kernel(SYS_mmap, (long)FROM, BYTES, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1,
                         0) == (int *)FROM, "mmap");
   write_all();
   require((int *)kernel(SYS_mremap, (long)FROM, BYTES, BYTES,
                         MREMAP_MAYMOVE | MREMAP_FIXED, (long)TO, 0)
           == (int *)TO, "mremap");
   pthread_join(start(other, NULL), NULL);
   return 0;
}
