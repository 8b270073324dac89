/* Threads that take jobs from a queue.  Each job is a list of numbers, in which
   the number of different ones is counted by comparing all pairs.
   culprit: count_distinct

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdlib.h>
#include "numbers.h"

enum { THREADS = 3, JOBS = 60 };

typedef struct Job {
   struct Job *next;
   unsigned n;
   unsigned *values;
   unsigned distinct, largest;
} Job;

static struct {
   pthread_mutex_t lock;
   pthread_cond_t filled;
   Job *first, **end;
   int is_closed;
} queue = { PTHREAD_MUTEX_INITIALIZER, PTHREAD_COND_INITIALIZER, NULL,
            &queue.first, 0 };

static void put(Job *job)
{
   pthread_mutex_lock(&queue.lock);
   *queue.end = job;
   queue.end = &job->next;
   pthread_cond_signal(&queue.filled);
   pthread_mutex_unlock(&queue.lock);
}

static void close_queue(void)
{
   pthread_mutex_lock(&queue.lock);
   queue.is_closed = 1;
   pthread_cond_broadcast(&queue.filled);
   pthread_mutex_unlock(&queue.lock);
}

static Job *take(void)
{
   Job *job;

   pthread_mutex_lock(&queue.lock);
   while (queue.first == NULL && !queue.is_closed)
      pthread_cond_wait(&queue.filled, &queue.lock);
   job = queue.first;
   if (job != NULL) {
      queue.first = job->next;
      if (queue.first == NULL)
         queue.end = &queue.first;
   }
   pthread_mutex_unlock(&queue.lock);
   return job;
}

static unsigned largest(const unsigned *values, unsigned n)
{
   unsigned most = 0;

   for (unsigned i = 0; i < n; i++)
      if (values[i] > most)
         most = values[i];
   return most;
}

static unsigned count_distinct(const unsigned *values, unsigned n)
{
   unsigned distinct = 0;

   for (unsigned i = 0; i < n; i++) {
      unsigned j = 0;
      while (values[j] != values[i])
         j++;
      distinct += j == i;
   }
   return distinct;
}

static void *work(void *unused)
{
   Job *job;

   (void)unused;
   while ((job = take()) != NULL) {
      job->largest = largest(job->values, job->n);
      job->distinct = count_distinct(job->values, job->n);
      free(job->values);
   }
   return NULL;
}

static void fill(Job *job)
{
   *job = (Job){ .n = 20 + number_below(500) };
   job->values = malloc(job->n * sizeof *job->values);
   for (unsigned i = 0; i < job->n; i++)
      job->values[i] = number_below(10000);
}

int main(void)
{
   static Job jobs[JOBS];
   pthread_t threads[THREADS];
   unsigned sum = 0;

   for (int i = 0; i < THREADS; i++)
      pthread_create(&threads[i], NULL, work, NULL);
   for (int i = 0; i < JOBS; i++) {
      fill(&jobs[i]);
      put(&jobs[i]);
   }
   close_queue();
   for (int i = 0; i < THREADS; i++)
      pthread_join(threads[i], NULL);
   for (int i = 0; i < JOBS; i++)
      sum += jobs[i].distinct;
   return sum == 0;
}
