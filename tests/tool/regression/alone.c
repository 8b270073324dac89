/* Writes of a thread while it is the only one: a signal handler and a second
   thread read the cells later.  Most of that memory was only written before.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { CELLS = 100, CHUNK = 1 << 14, DEVICE = 90 };

/* Constants, so that no pointer is read.  Each place has chunks of its own. */
#define WRITTEN   ((volatile int *)0x200008000)
#define DELIVERED (WRITTEN + 2 * CHUNK)
#define OVER      (WRITTEN + 4 * CHUNK)
#define ANEW      (WRITTEN + 6 * CHUNK)
#define MOVED     (WRITTEN + 8 * CHUNK)
#define TO        (WRITTEN + 10 * CHUNK)
#define UNEVEN    ((volatile char *)(WRITTEN + 12 * CHUNK) + 3)

INLINE void map(volatile int *at, long flags)
{
   require((int *)kernel(SYS_mmap, (long)at, 4 * CHUNK, PROT_READ | PROT_WRITE,
                         MAP_PRIVATE | MAP_ANONYMOUS | flags, -1, 0)
           == (int *)at, "mmap");
}

ROUTINE void write_all(void)
{
   kernel3(SYS_read, DEVICE, (long)OVER, 4 * CELLS);
   for (long i = 0; i < CELLS; i++)
      WRITTEN[i] = DELIVERED[i] = OVER[i] = ANEW[i] = MOVED[i] = 1;
   for (long i = 0; i < CELLS; i++)
      *(volatile long *)(UNEVEN + 8 * i) = 1;
   kernel3(SYS_read, DEVICE, (long)DELIVERED, 4 * CELLS);
   kernel3(SYS_munmap, (long)ANEW, 4 * CHUNK, 0);
   map(ANEW, MAP_FIXED_NOREPLACE);
   kernel(SYS_mremap, (long)MOVED, 4 * CHUNK, 4 * CHUNK,
          MREMAP_MAYMOVE | MREMAP_FIXED, (long)TO, 0);
}

ROUTINE long read_cells(const volatile int *a)
{
   long s = 0;

   for (long i = 0; i < CELLS; i++)
      s += a[i];
   return s;
}

/* 8 * CELLS bytes, from the last byte of a cell on. */
ROUTINE long read_uneven(void)
{
   long s = 0;

   for (long i = 0; i < CELLS; i++)
      s += *(const volatile long *)(UNEVEN + 8 * i);
   return s;
}

ROUTINE long in_written(void) { return read_cells(WRITTEN); }
ROUTINE long in_delivered(void) { return read_cells(DELIVERED); }
ROUTINE long in_over(void) { return read_cells(OVER); }
ROUTINE long in_anew(void) { return read_cells(ANEW); }
ROUTINE long in_moved(void) { return read_cells(TO); }

ROUTINE void read_all(void)
{
   must(in_written() == CELLS, "written");
   must(in_delivered() == 0, "delivered");
   must(in_over() == CELLS, "over");
   must(in_anew() == 0, "anew");
   must(in_moved() == CELLS, "moved");
   must(read_uneven() == CELLS, "uneven");
}

static void *other(void *unused)
{
   read_all();
   return unused;
}

static void handle(int unused)
{
   (void)unused;
   read_all();
}

int main(void)
{
   int device = open("/dev/zero", O_RDONLY);

   require(device >= 0, "no /dev/zero");
   must(dup2(device, DEVICE) == DEVICE, "dup2");
   map(WRITTEN, MAP_FIXED_NOREPLACE);
   map(DELIVERED, MAP_FIXED_NOREPLACE);
   map(OVER, MAP_FIXED_NOREPLACE);
   map(ANEW, MAP_FIXED_NOREPLACE);
   map(MOVED, MAP_FIXED_NOREPLACE);
   map(TO, MAP_FIXED_NOREPLACE);
   map(TO + 2 * CHUNK, MAP_FIXED_NOREPLACE);
   write_all();
   must(signal(SIGUSR1, handle) != SIG_ERR, "signal");
   raise(SIGUSR1);
   pthread_join(start(other, NULL), NULL);
   return 0;
}
