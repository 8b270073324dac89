/* Stamps take pages only where the program has touched memory, however large
   the mapping: with a second thread, after munmap, mremap and fork, where
   stamps are renumbered, folded and written to a snapshot.

   The program counts the pages of its threads' windows that are in memory.

   flags: -pthread
   engines: fast check
   same: --timestamp-limit=300
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#define _GNU_SOURCE
#include <fcntl.h>
#include <pthread.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include "window_pages.h"
#include <aprof.h>
#include <valgrind/valgrind.h>

#define MB ((size_t)1 << 20)

enum { SLOTS = 3, MAPPED = 256, PIECES = 16 };

static unsigned long seen;              /* pages of stamps, in all checks */

/* A page of memory has its stamps in two pages, since windows are skewed.  (It
   may have none: pages with few stamps are folded.) */
static void check(const char *what, const void *p, size_t n, unsigned touched,
                  unsigned threads)
{
   unsigned slot, count = 0;

   if (!RUNNING_ON_VALGRIND)
      return;
   for (slot = 0; slot < SLOTS; slot++)
      count += window_pages(slot, p, n);
   seen += count;
   if (count > 2 * threads * touched) {
      fprintf(stderr, "%s: %u pages of stamps of %u pages touched\n", what,
              count, touched);
      exit(1);
   }
}

static char *map(size_t n)
{
   char *p = mmap(NULL, n, PROT_READ | PROT_WRITE,
                  MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);

   if (p == MAP_FAILED)
      exit(77);
   return p;
}

/* One page of each piece. */
static void *touch(void *p)
{
   size_t i;

   for (i = 0; i < PIECES; i++)
      ((volatile char *)p)[i * (MAPPED / PIECES) * MB + 5 * PAGE] = 1;
   return NULL;
}

static void in_thread(void *(*f)(void *), void *arg)
{
   pthread_t t;

   if (pthread_create(&t, NULL, f, arg) != 0)
      exit(77);
   pthread_join(t, NULL);
}

static void *nothing(void *arg)
{
   return arg;
}

__attribute__((noinline)) static int call(int n)
{
   return n;
}

static void unmap_and_move(char *p)
{
   char *q, *room = map(MAPPED * MB);

   munmap(p + 3 * MB, MB);
   munmap(p + MB + PAGE, PAGE);
   check("munmap", p, MAPPED * MB, PIECES, 1);
   q = mremap(p + MAPPED / 2 * MB, MAPPED / 2 * MB, MAPPED / 2 * MB,
              MREMAP_MAYMOVE | MREMAP_FIXED, room);
   if (q != room)
      exit(77);
   check("mremap", q, MAPPED * MB, PIECES / 2, 1);
   check("moved away", p, MAPPED * MB, PIECES / 2, 1);
}

static void in_child(char *p)
{
   int status;
   pid_t child = fork();

   if (child == 0) {
      close(page_map);
      page_map = open("/proc/self/pagemap", O_RDONLY);
      in_thread(nothing, NULL);
      check("fork", p, MAPPED * MB, PIECES, 1);
      _exit(0);
   }
   if (waitpid(child, &status, 0) != child || status != 0)
      exit(1);
}

/* What one thread has stamped another one writes, again and again: pages are
   folded while others are joined. */
static void *hand_over(void *p)
{
   int i;

   for (i = 0; i < 40; i++)
      ((volatile char *)p)[(size_t)i * 3 * MB / 16] = 1;
   return NULL;
}

int main(void)
{
   char *p = map(MAPPED * MB), *q = map(MAPPED * MB);
   char *moving = map(MAPPED * MB);
   int i, sum = 0;

   page_map = open("/proc/self/pagemap", O_RDONLY);
   if (page_map < 0)
      return 77;
   touch(p);
   touch(moving);
   check("touched", p, MAPPED * MB, PIECES, 1);
   for (i = 0; i < 1000; i++)
      sum += call(i);
   in_child(p);
   unmap_and_move(moving);
   in_thread(nothing, NULL);
   check("second thread", p, MAPPED * MB, PIECES, 1);
   in_thread(touch, p);
   check("a thread's end", p, MAPPED * MB, PIECES, 1);
   for (i = 0; i < 1000; i++)
      sum += call(i);
   hand_over(q);
   for (i = 0; i < 10; i++) {
      in_thread(hand_over, q);
      hand_over(q);
   }
   check("handed over", q, MAPPED * MB, 40, 2);
   APROF_SNAPSHOT();
   check("snapshot", p, MAPPED * MB, PIECES, 1);
   if (RUNNING_ON_VALGRIND && seen == 0) {
      fputs("the windows are elsewhere\n", stderr);
      return 1;
   }
   return sum == 0;
}
