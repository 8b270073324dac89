/* Fuzz target: any bytes as a samples file, compressed or not.  What the reader
   takes is written as a file that gives the same again, and added to itself; what
   it refuses it refuses by one line.

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE   /* memfd_create */
#include "fuzz.h"
#include "samples/read.h"
#include "samples/write.h"

#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

/* A file in memory, and its name. */
typedef struct {
   int fd;
   char name[32];
} memory_file;

static memory_file new_file(const void *bytes, size_t length)
{
   memory_file f = { memfd_create("samples", MFD_CLOEXEC), "" };

   FUZZ_CHECK(f.fd >= 0 && write(f.fd, bytes, length) == (ssize_t)length);
   snprintf(f.name, sizeof f.name, "/proc/self/fd/%d", f.fd);
   return f;
}

/* Return whether two files have the same bytes. */
static int is_same(const memory_file *a, const memory_file *b)
{
   struct stat x, y;
   void *p, *q;
   int same;

   FUZZ_CHECK(fstat(a->fd, &x) == 0 && fstat(b->fd, &y) == 0);
   if (x.st_size != y.st_size)
      return 0;
   p = mmap(NULL, x.st_size, PROT_READ, MAP_PRIVATE, a->fd, 0);
   q = mmap(NULL, x.st_size, PROT_READ, MAP_PRIVATE, b->fd, 0);
   FUZZ_CHECK(p != MAP_FAILED && q != MAP_FAILED);
   same = memcmp(p, q, x.st_size) == 0;
   munmap(p, x.st_size);
   munmap(q, x.st_size);
   return same;
}

static void check_stable(samples *s)
{
   memory_file first = new_file("", 0), second = new_file("", 0);
   samples *again;

   FUZZ_CHECK(samples_write(first.name, s));
   again = samples_read(first.name);
   FUZZ_CHECK(again && samples_write(second.name, again) &&
              is_same(&first, &second));
   samples_free(again);
   close(first.fd);
   close(second.fd);
}

int LLVMFuzzerTestOneInput(const uint8_t *input, size_t length)
{
   memory_file file;
   samples *s, *sum;

   fuzz_errors = 0;
   if (setjmp(fuzz_fatal))
      return 0;
   file = new_file(input, length);
   s = samples_read(file.name);
   close(file.fd);
   FUZZ_CHECK(fuzz_errors == (s == NULL));
   if (s == NULL)
      return 0;
   sum = samples_new();
   if (samples_merge(sum, s) && samples_merge(sum, s))
      check_stable(sum);
   samples_free(sum);
   check_stable(s);
   samples_free(s);
   FUZZ_CHECK(fuzz_errors == 0);
   return 0;
}
