/* A mapped file is input from the kernel as far as the file reaches; the rest
   of its last page is not, nor what the program itself has written.  Locks on
   the file stay: if the tool closed the file somewhere, then the process would
   lose them.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define CELLS 1250                       /* 5000 bytes, of 8192 */

ROUTINE long scan(const volatile int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long scan_shared(const volatile int *a, long n)
{
   return scan(a, n);
}

/* Begins in the file's second page, of which 904 bytes are left. */
ROUTINE long scan_tail(const volatile int *a, long n)
{
   return scan(a, n);
}

/* A word that begins in the file and ends behind it counts as a whole. */
ROUTINE long scan_ragged(const volatile int *a, long n)
{
   return scan(a, n);
}

/* The file's second page, which the file did not have before. */
ROUTINE long scan_grown(const volatile int *a, long n)
{
   return scan(a, n);
}

ROUTINE long overwritten(volatile int *a, long n)
{
   for (long i = 0; i < n; i += 2)
      a[i] = 1;
   return scan(a, n);
}

static void *other(void *map)
{
   scan_shared(map, 100);
   return NULL;
}

static int data_file(const char *name, long size)
{
   int fd = open(name, O_RDWR | O_CREAT | O_TRUNC, 0600);

   must(fd >= 0, "file");
   for (int i = 1; i <= size / 4; i++)
      must(write(fd, &i, 4) == 4, "write");
   must(ftruncate(fd, size) == 0, "size");
   return fd;
}

static void lock(int fd)
{
   struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

   must(fcntl(fd, F_SETLK, &all) == 0, "lock");
}

/* Would another process get the lock? */
static int is_locked(int fd)
{
   struct flock all = { .l_type = F_WRLCK, .l_whence = SEEK_SET };

   must(fcntl(fd, F_OFD_GETLK, &all) == 0, "look at the lock");
   return all.l_type != F_UNLCK;
}

static volatile int *map(int fd, long size, int flags, long offset)
{
   void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, flags, fd, offset);

   must(p != MAP_FAILED, "mmap");
   return p;
}

int main(void)
{
   int fd = data_file("data", CELLS * 4);
   int ragged = data_file("ragged", 4002), growing = data_file("growing", 4096);
   volatile int *a = map(fd, 8192, MAP_PRIVATE, 0);
   pthread_t t;

   lock(fd);
   must(scan(a, 2048) == CELLS * (CELLS + 1L) / 2, "sum");
   must(is_locked(fd), "the lock is gone");
   must(scan(a, 2000) == CELLS * (CELLS + 1L) / 2, "sum");
   a = map(fd, 8192, MAP_SHARED, 0);
   must(scan_shared(a, 100) == 5050, "sum");
   t = start(other, (void *)a);
   pthread_join(t, NULL);
   a = map(fd, 4096, MAP_PRIVATE, 4096);
   must(scan_tail(a, 1024) == 1024 * 226 + 226 * 227 / 2, "sum");
   a = map(fd, 8192, MAP_PRIVATE, 0);
   must(overwritten(a, 100) == 50 + 2550, "sum");
   a = map(ragged, 4096, MAP_PRIVATE, 0);
   scan_ragged(a, 1024);
   a = map(growing, 8192, MAP_SHARED, 0);
   scan_grown(a, 1024);
   must(pwrite(growing, (char *)a, 2048, 4096) == 2048, "write");
   scan_grown(a + 1024, 1000);
   return 0;
}
