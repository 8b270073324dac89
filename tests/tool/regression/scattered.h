/* What programs have in common whose threads take scattered cells from each other.
   A program defines before: cell, the type of a cell; PAGES; and THREADS.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCATTERED_H
#define SCATTERED_H

#include "regression.h"
#include <sys/wait.h>

enum { PAGE = 4096, BYTES = PAGES * PAGE, CELLS = BYTES / sizeof(cell),
       SHARE = CELLS / THREADS };

static cell *volatile cells;
static int zeros = -1;
static pthread_barrier_t barrier;

static cell *map(void)
{
   cell *p = mmap(NULL, BYTES, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

   if (p == MAP_FAILED)
      exit(1);
   return p;
}

/* What one thread does while the others wait: the kernel writes; a page is given
   back; all are moved; a child process goes on with them. */
typedef enum { NOTHING, KERNEL_WRITES, PAGE_IS_NEW, ALL_MOVE, CHILD } change;

static void make(change which)
{
   cell *to;

   if (which == KERNEL_WRITES && pread(zeros, &cells[1000], 4096, 0) != 4096)
      exit(1);
   if (which == PAGE_IS_NEW
       && mmap(&cells[4 * PAGE / sizeof(cell)], PAGE, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0) == MAP_FAILED)
      exit(1);
   if (which == ALL_MOVE) {
      to = map();
      to = mremap(cells, BYTES, BYTES, MREMAP_MAYMOVE | MREMAP_FIXED, to);
      if (to == MAP_FAILED)
         exit(1);
      cells = to;
   }
   if (which == CHILD && fork() == 0) {
      for (size_t i = 0; i < CELLS; i++)
         cells[i]++;
      _exit(0);
   }
}

/* Run the threads, each with its number. */
static void run_threads(void *(*work)(void *))
{
   pthread_t thread[THREADS];

   zeros = open("/dev/zero", O_RDONLY);
   cells = map();
   pthread_barrier_init(&barrier, NULL, THREADS);
   for (size_t i = 0; i < THREADS; i++)
      thread[i] = start(work, (void *)i);
   for (int i = 0; i < THREADS; i++)
      pthread_join(thread[i], NULL);
   wait(NULL);
}

#endif
