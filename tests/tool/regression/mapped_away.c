/* Files that are mapped, and whose names are gone, or belong to other files
   now: their content is read where it is mapped.  A path may lie there, up to
   the file's end, and behind it no memory exists.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/stat.h>

ROUTINE long scan(const volatile int *a, long n)
{
   long s = 0;

   for (long i = 0; i < n; i++)
      s += a[i];
   return s;
}

ROUTINE long scan_data(const volatile int *a, long n) { return scan(a, n); }

ROUTINE long scan_program(const volatile int *a, long n) { return scan(a, n); }

/* The part from the second page on; its beginning is mapped elsewhere. */
ROUTINE long scan_part(const volatile int *a, long n) { return scan(a, n); }

ROUTINE long removed(const char *path)
{
   return kernel3(SYS_rmdir, (long)path, 0, 0);
}

static char block[8192];

/* A file of the same content as another one, or of all zeros. */
static int file_like(const char *name, const char *like)
{
   int fd;

   unlink(name);
   fd = open(name, O_RDWR | O_CREAT | O_EXCL, 0600);
   must(fd >= 0, "file");
   if (like != NULL) {
      int from = open(like, O_RDONLY);
      must(read(from, block, sizeof block) == sizeof block, "read");
      close(from);
   }
   must(write(fd, block, sizeof block) == sizeof block, "write");
   return fd;
}

static void *map(int fd, long size, long offset)
{
   void *p = mmap(NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, offset);

   must(p != MAP_FAILED, "mmap");
   return p;
}

int main(void)
{
   int data = file_like("data", NULL), program, path;
   volatile int *a = map(data, 4096, 0), *b, *c;
   char *p;

   must(unlink("data") == 0 && mkfifo("data", 0600) == 0, "fifo");
   scan_data(a, 100);
   program = file_like("program", "/proc/self/exe");
   b = map(program, 4096, 0);
   c = map(program, 4096, 4096);
   must(unlink("program") == 0, "unlink");
   scan_program(b, 200);
   scan_part(c, 300);

   path = open("path", O_RDWR | O_CREAT | O_TRUNC, 0600);
   must(path >= 0 && ftruncate(path, 4096) == 0, "path");
   p = map(path, 8192, 0);
   must(removed(p + 4096) == -EFAULT, "beyond the file");
   memset(p + 4000, '/', 96);
   must(removed(p + 4000) == -EFAULT, "no end");
   must(removed(p) == -ENOENT, "an empty path");
   return 0;
}
