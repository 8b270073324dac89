/* A bounded queue between threads, for the case studies.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BENCH_QUEUE_H
#define BENCH_QUEUE_H

#include <pthread.h>
#include <stddef.h>

enum { QUEUE_ROOM = 16 };

typedef struct {
   pthread_mutex_t mutex;
   pthread_cond_t not_empty, not_full;
   void *items[QUEUE_ROOM];
   unsigned head, tail;
   unsigned makers;                   /* that may still put items */
} queue;

#define QUEUE(makers) { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, \
                        PTHREAD_COND_INITIALIZER, { NULL }, 0, 0, makers }

static void queue_put(queue *q, void *item)
{
   pthread_mutex_lock(&q->mutex);
   while (q->tail - q->head == QUEUE_ROOM)
      pthread_cond_wait(&q->not_full, &q->mutex);
   q->items[q->tail++ % QUEUE_ROOM] = item;
   pthread_cond_signal(&q->not_empty);
   pthread_mutex_unlock(&q->mutex);
}

/* One of the makers has made its last item. */
static void queue_end(queue *q)
{
   pthread_mutex_lock(&q->mutex);
   q->makers--;
   pthread_cond_broadcast(&q->not_empty);
   pthread_mutex_unlock(&q->mutex);
}

/* Return NULL behind the last item. */
static void *queue_get(queue *q)
{
   void *item = NULL;

   pthread_mutex_lock(&q->mutex);
   while (q->tail == q->head && q->makers > 0)
      pthread_cond_wait(&q->not_empty, &q->mutex);
   if (q->tail != q->head)
      item = q->items[q->head++ % QUEUE_ROOM];
   pthread_cond_signal(&q->not_full);
   pthread_mutex_unlock(&q->mutex);
   return item;
}

#endif
