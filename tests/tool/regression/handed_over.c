/* A block goes from one thread to another and back.  It is so large that the
   first thread's stamps are packed meanwhile: that the thread had read the
   block before is not forgotten, except for the half that is mapped anew.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { CELLS = 1 << 17, CHUNK = 1 << 14, CHUNKS = 64 };

/* Constants, so that no pointer is read. */
#define BLOCK     ((volatile int *)0x200008000)
#define ELSEWHERE ((volatile int *)0x210000000)

static void map(volatile int *at, size_t cells)
{
   require(mmap((void *)at, 4 * cells, PROT_READ | PROT_WRITE,
                MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED_NOREPLACE, -1, 0)
           == at, "mmap");
}

ROUTINE long scan(void)
{
   long s = 0;

   for (long i = 0; i < CELLS; i++)
      s += BLOCK[i];
   return s;
}

ROUTINE long scan_twice(void)
{
   long s = scan();

   reach(0);
   await(1);
   return s + scan();
}

ROUTINE long scan_new_half(void)
{
   long s = scan();

   reach(2);
   await(3);
   kernel(SYS_munmap, (long)(BLOCK + CELLS / 2), 2 * CELLS, 0, 0, 0, 0);
   kernel(SYS_mmap, (long)(BLOCK + CELLS / 2), 2 * CELLS,
          PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED,
          -1, 0);
   return s + scan();
}

/* Other memory is accessed for the first time: then the other threads' stamps
   of the memory that was accessed before are searched. */
ROUTINE void write_all(int value, int first_chunk)
{
   for (long i = 0; i < CELLS; i++)
      BLOCK[i] = value;
   for (long i = 0; i < CHUNKS / 2; i++)
      ELSEWHERE[(first_chunk + i) * CHUNK] = value;
}

static void *other(void *unused)
{
   await(0);
   write_all(1, 0);
   reach(1);
   await(2);
   write_all(2, CHUNKS / 2);
   reach(3);
   return unused;
}

int main(void)
{
   pthread_t t;

   map(BLOCK, CELLS);
   map(ELSEWHERE, (size_t)CHUNKS * CHUNK);
   make_steps(4);
   t = start(other, NULL);
   must(scan_twice() == CELLS, "once");
   must(scan_new_half() == CELLS + 2 * CELLS / 2, "a half");
   pthread_join(t, NULL);
   return 0;
}
