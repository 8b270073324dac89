/* Work in parallel on all processors.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/parallel.h"

#include <pthread.h>
#include <stdatomic.h>
#include <unistd.h>

#define MOST_WORKERS 64
/* Pieces that a thread takes at once. */
#define PORTION 8

typedef struct {
   size_t count;
   void (*piece)(void *context, size_t i);
   void *context;
   atomic_size_t next;
} work;

static void *worker(void *argument)
{
   work *w = argument;
   size_t first;

   while ((first = atomic_fetch_add(&w->next, PORTION)) < w->count)
      for (size_t i = first; i < first + PORTION && i < w->count; i++)
         w->piece(w->context, i);
   return NULL;
}

void parallel_do(size_t count, void (*piece)(void *context, size_t i),
                 void *context)
{
   work w = { count, piece, context, 0 };
   pthread_t threads[MOST_WORKERS];
   long wanted = sysconf(_SC_NPROCESSORS_ONLN);
   size_t started = 0;

   if (wanted > MOST_WORKERS)
      wanted = MOST_WORKERS;
   if (wanted > (long)(count / PORTION))
      wanted = count / PORTION;
   while ((long)started + 1 < wanted &&
          pthread_create(&threads[started], NULL, worker, &w) == 0)
      started++;
   worker(&w);
   for (size_t i = 0; i < started; i++)
      pthread_join(threads[i], NULL);
}
