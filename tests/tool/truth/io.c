/* Input and output.  A file of n cells that is read through a buffer is n
   cells of trms; by rms alone it is as large as the buffer.  System calls are
   made inline: the C library's read() reads a cell itself.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"
#include <sys/uio.h>

#define MOST (1 << 17)      /* cells in the file */
#define BUFFER 64           /* cells */

static int data[MOST], buffer[MOST];

INLINE long from_file(int file, int *to, long cells)
{
   return kernel3(SYS_read, file, (long)to, cells * CELL) / CELL;
}

/* Each value is written by the kernel, then read: n cells, n steps.  By rms
   there are 64 cells at any cost. */
ROUTINE int sum_buffered(int file, int n)
{
   int sum = 0;

   for (int rest = n; rest > 0; rest -= BUFFER) {
      long got = from_file(file, buffer, BUFFER);
      for (int i = 0; i < got; i++)
         sum += buffer[i];
   }
   return sum;
}

/* A buffer of the square root of the file's size: linear in the cells that it
   reads, but n^2 by rms, which counts the buffer alone. */
ROUTINE int sum_by_root(int file, int root)
{
   int sum = 0;

   for (int k = 0; k < root; k++) {
      from_file(file, buffer, root);
      for (int i = 0; i < root; i++)
         sum += buffer[i];
   }
   return sum;
}

/* A buffer of the logarithm: 2^n by rms. */
ROUTINE int sum_by_logarithm(int file, int log)
{
   int sum = 0;

   for (int rest = 1 << log; rest > 0; rest -= log) {
      from_file(file, buffer, log);
      for (int i = 0; i < log; i++)
         sum += buffer[i];
   }
   return sum;
}

/* The whole file at once: each cell is read once, so rms counts it, too. */
ROUTINE int sum_whole(int file, int n)
{
   int sum = 0;

   from_file(file, buffer, n);
   for (int i = 0; i < n; i++)
      sum += buffer[i];
   return sum;
}

/* A mapped file is written by the kernel, once: the same. */
ROUTINE int sum_mapped(const int *mapping, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += mapping[i];
   return sum;
}

/* Each value of a block with each, block by block: 64 n steps over n cells.
   By rms there are 64 cells. */
ROUTINE int pairs_in_blocks(int file, int n)
{
   int equal = 0;

   for (; n > 0; n -= BUFFER) {
      from_file(file, buffer, BUFFER);
      for (int i = 0; i < BUFFER; i++)
         for (int j = 0; j < BUFFER; j++)
            equal += buffer[i] == buffer[j];
   }
   return equal;
}

/* The kernel writes the buffer, and the kernel reads it: all of it is input,
   with a few steps for 64 cells. */
ROUTINE void copy_file(int from, int to, int n)
{
   for (; n > 0; n -= BUFFER)
      kernel3(SYS_write, to, (long)buffer,
              CELL * from_file(from, buffer, BUFFER));
}

/* The C library's buffer of 4,096 bytes or more; some steps for each
   character. */
ROUTINE int count_lines(FILE *file, long length)
{
   int lines = 0;

   while (length-- > 0)
      lines += fgetc(file) == '\n';
   return lines;
}

/* The kernel reads n cells in one call: the cost does not grow. */
ROUTINE long write_out(int file, const int *a, int n)
{
   return kernel3(SYS_write, file, (long)a, (long)n * CELL);
}

/* The same from four places, named by four pairs of address and length: 16
   cells more. */
ROUTINE long write_gathered(int file, const struct iovec *pieces)
{
   return kernel3(SYS_writev, file, (long)pieces, 4);
}

/* Into a pipe and out of it, to a place that is not read. */
ROUTINE void through_pipe(int in, int out, int n)
{
   kernel3(SYS_write, in, (long)data, (long)n * CELL);
   kernel3(SYS_read, out, (long)buffer, (long)n * CELL);
}

/* The kernel fills n cells, and they are not read: no input, one cost. */
ROUTINE void read_ahead(int file, int n)
{
   from_file(file, buffer, n);
}

/* A call for each cell: n. */
ROUTINE void write_each(int file, const int *a, int n)
{
   for (int i = 0; i < n; i++)
      kernel3(SYS_write, file, (long)&a[i], CELL);
}

/* Adds up and writes out: each cell is input once. */
ROUTINE int write_checked(int file, const int *a, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += a[i];
   kernel3(SYS_write, file, (long)a, (long)n * CELL);
   return sum;
}

static int file;

static int rewound(void)
{
   must(lseek(file, 0, SEEK_SET) == 0, "lseek");
   return file;
}

int main(void)
{
   char name[] = "truth.XXXXXX";
   int null = open("/dev/null", O_WRONLY), ends[2];
   FILE *stream;

   random_ints(data, MOST, 1 << 30);
   file = mkstemp(name);
   must(file >= 0 && unlink(name) == 0 && null >= 0 && pipe(ends) == 0, "open");
   must(write(file, data, sizeof data) == sizeof data, "write");
   stream = fdopen(dup(file), "r");

   EACH_SIZE(n, 16, 1100) {
      int *mapping = mmap(NULL, n * CELL, PROT_READ, MAP_PRIVATE, file, 0);
      sum_whole(rewound(), n);
      must(mapping != MAP_FAILED, "mmap");
      sum_mapped(mapping, n);
      munmap(mapping, n * CELL);
      write_out(null, data, n);
      write_each(null, data, n);
      write_checked(null, data, n);
      through_pipe(ends[1], ends[0], n);
      read_ahead(rewound(), n);
      write_gathered(null, (struct iovec[]){{data, n * CELL},
                                            {data + n, n * CELL},
                                            {data + 5 * n, n * CELL},
                                            {data + 7 * n, n * CELL}});
   }
   EACH_SIZE(blocks, 1, 64) {
      sum_buffered(rewound(), blocks * BUFFER);
      copy_file(rewound(), null, blocks * BUFFER);
      pairs_in_blocks(rewound(), blocks * BUFFER);
      rewind(stream);
      count_lines(stream, 4096 * blocks);
   }
   EACH_SIZE(root, 4, 200)
      sum_by_root(rewound(), root);
   for (int log = 3; log <= 16; log++)
      sum_by_logarithm(rewound(), log);
   return 0;
}
