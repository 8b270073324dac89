/* Files that are read again and again, and others that are not.  Each read
   fills the same buffer, so that its values are new there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

enum { BLOCK = 64 };                  /* numbers */

typedef int block[BLOCK];

/* Return an open file of n numbers. */
NOINLINE static int make_file(long n)
{
   FILE *f = tmpfile();

   for (int i = 0; i < n; i++)
      fwrite(&i, sizeof i, 1, f);
   fflush(f);
   return fileno(f);
}

NOINLINE static long sum_block(const int *numbers)
{
   long all = 0;

   for (int i = 0; i < BLOCK; i++)
      all += numbers[i] ^ sink;
   return all;
}

/* --- again and again --- */

/* Each number is searched from the beginning of the file. */
NOINLINE static long find_in_file(int file, int key)
{
   block numbers;
   long at = 0;

   lseek(file, 0, SEEK_SET);
   while (read(file, numbers, sizeof numbers) > 0)
      for (int i = 0; i < BLOCK; i++, at++)
         if (numbers[i] == key)
            return at;
   return -1;
}

NOINLINE static void find_all(int file, long n)
{
   for (int i = 0; i < n; i++)
      sink += find_in_file(file, i);
}

static void rescan(long n)
{
   find_all(make_file(n), n);
}

/* The whole file is read for each of its pages. */
NOINLINE static long read_page(int file, long page)
{
   block numbers;
   long all = 0;

   lseek(file, 0, SEEK_SET);
   for (long i = 0; read(file, numbers, sizeof numbers) > 0; i++)
      all += i == page ? 2 * sum_block(numbers) : sum_block(numbers);
   return all;
}

NOINLINE static void print_pages(int file, long n)
{
   for (long page = 0; page < n; page++)
      sink += read_page(file, page);
}

static void pages(long n)
{
   print_pages(make_file(n * BLOCK), n);
}

/* Each name is searched in a directory before it is added; most are new. */
NOINLINE static int add_name(int file, int name, long count)
{
   block names;

   for (long b = 0; b * BLOCK <= count; b++) {
      memset(names, 0, sizeof names);
      if (pread(file, names, sizeof names, b * (long)sizeof names) < 0)
         abort();
      for (long i = 0; i < BLOCK && b * BLOCK + i < count; i++)
         if (names[i] == name)
            return 0;
   }
   names[count % BLOCK] = name;
   return pwrite(file, names, sizeof names,
                 count / BLOCK * (long)sizeof names) > 0;
}

NOINLINE static void add_names(int file, long n)
{
   long count = 0;

   for (long i = 0; i < n; i++)
      count += add_name(file, (int)(i * 7919 % n * 3 / 4), count);
}

static void names(long n)
{
   add_names(fileno(tmpfile()), n);
}

/* --- and not --- */

NOINLINE static long sum_file(int file)
{
   block numbers;
   long all = 0;

   lseek(file, 0, SEEK_SET);
   while (read(file, numbers, sizeof numbers) > 0)
      all += sum_block(numbers);
   return all;
}

/* As many passes over any file. */
NOINLINE static void pass_often(int file)
{
   for (int i = 0; i < 30; i++)
      sink += sum_file(file);
}

static void file_passes(long n)
{
   pass_often(make_file(n));
}

/* Blocks of a file, in any order. */
NOINLINE static long look_up(int file, long key)
{
   block numbers;

   if (pread(file, numbers, sizeof numbers, key * (long)sizeof numbers) < 0)
      abort();
   return sum_block(numbers);
}

NOINLINE static void ask_file(int file, long n)
{
   for (long i = 0; i < 8 * n; i++)
      sink += look_up(file, any(n));
}

/* A file is written anew each time, longer, and read back. */
NOINLINE static long write_and_read(int file, long length)
{
   block numbers;

   lseek(file, 0, SEEK_SET);
   memset(numbers, 1, sizeof numbers);
   for (long i = 0; i < length; i++)
      if (write(file, numbers, sizeof numbers) < 0)
         abort();
   return sum_file(file);
}

NOINLINE static void save_often(int file, long n)
{
   for (long i = 0; i < n; i += 4)
      sink += write_and_read(file, n + i);
}

static void few_passes(long n)
{
   const int file = make_file(n * BLOCK);

   sink += sum_file(file) + sum_file(file);
   ask_file(file, n);
   save_often(fileno(tmpfile()), n);
}

const loop_case files_cases[] = {
   { "rescan", rescan, 800 },
   { "pages", pages, 60 },
   { "names", names, 1500 },
   { "few_passes", few_passes, 60 },
   { "file_passes", file_passes, 4000 },
   { 0 },
};
