/* Threads.  A cell that another thread has written is input each time that it
   is read after a write: trms counts it, rms does not.

   Threads hand over by a byte in a pipe, which is written but never read from
   memory: the input is what the routines' texts say.  One routine uses
   semaphores, too, as textbooks do; the cells of these are input, too.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"
#include <semaphore.h>

#define MOST 1100
#define PARTS 4

/* Two pipes: one for each direction. */
enum { TOLD = 100, TELL_IT = 101, ANSWERED = 102, ANSWER = 103 };

INLINE void pass(long end)
{
   char byte = 0;

   kernel3(SYS_write, end, (long)&byte, 1);
}

INLINE void wait_for(long end)
{
   char byte = 0;

   kernel3(SYS_read, end, (long)&byte, 1);
}

static int x, batch[64], a[2 * MOST], sums[PARTS * MOST], merged[2 * MOST];
static sem_t empty, full;

/* The paper's Figure 2: n values pass through one cell. */
ROUTINE int consume(int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++) {
      pass(ANSWER);
      wait_for(TOLD);
      sum += x;
   }
   return sum;
}

static void produce(int n)
{
   for (int i = 0; i < n; i++) {
      wait_for(ANSWERED);
      x = i;
      pass(TELL_IT);
   }
}

/* Batches of 64 through a buffer, each value compared with each: n cells, 32 n
   steps. */
ROUTINE int consume_batches(int batches)
{
   int inversions = 0;

   for (int k = 0; k < batches; k++) {
      pass(ANSWER);
      wait_for(TOLD);
      for (int i = 0; i < 64; i++)
         for (int j = 0; j < i; j++)
            inversions += batch[j] > batch[i];
   }
   return inversions;
}

static void produce_batches(int batches)
{
   for (int k = 0; k < batches; k++) {
      wait_for(ANSWERED);
      random_ints(batch, 64, 1000);
      pass(TELL_IT);
   }
}

/* The same as textbooks have it: the cells of the semaphores are input, too.
   Pipes ensure that no thread ever waits at a semaphore: a wait reads other
   cells, and when it happens is the scheduler's choice. */
ROUTINE int consume_with_semaphores(int batches)
{
   int inversions = 0;

   for (int k = 0; k < batches; k++) {
      pass(ANSWER);
      wait_for(TOLD);
      sem_wait(&full);
      for (int i = 0; i < 64; i++)
         for (int j = 0; j < i; j++)
            inversions += batch[j] > batch[i];
      sem_post(&empty);
   }
   return inversions;
}

static void produce_with_semaphores(int batches)
{
   for (int k = 0; k < batches; k++) {
      wait_for(ANSWERED);
      sem_wait(&empty);
      random_ints(batch, 64, 1000);
      sem_post(&full);
      pass(TELL_IT);
   }
}

/* A buffer whose size is the square root of the amount that passes through it:
   linear by trms, n^2 by rms. */
ROUTINE int consume_by_root(int root)
{
   int sum = 0;

   for (int k = 0; k < root; k++) {
      pass(ANSWER);
      wait_for(TOLD);
      for (int i = 0; i < root; i++)
         sum += a[i];
   }
   return sum;
}

static void produce_by_root(int root)
{
   for (int k = 0; k < root; k++) {
      wait_for(ANSWERED);
      for (int i = 0; i < root; i++)
         a[i] = k;
      pass(TELL_IT);
   }
}

/* n cells that another thread has written before: induced, but first reads as
   well, so that rms counts them. */
ROUTINE int reduce_part(const int *part, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += part[i];
   return sum;
}

/* One sum from each of n tasks that other threads have done. */
ROUTINE int combine(const int *part_sums, int n)
{
   int sum = 0;

   for (int i = 0; i < n; i++)
      sum += part_sums[i];
   return sum;
}

/* Two halves that two threads have sorted. */
ROUTINE void merge_halves(int *to, const int *from, int n)
{
   int i = 0, j = n;

   for (int k = 0; k < 2 * n; k++)
      to[k] = j == 2 * n || (i < n && from[i] <= from[j]) ? from[i++]
                                                          : from[j++];
}

/* Reads a message again and again, but gets a new one at each eighth read
   only: n cells, 8 n reads.  One cell by rms. */
ROUTINE int poll(int n)
{
   int seen = 0;

   for (int i = 0; i < n; i++) {
      if (i % 8 == 0) {
         pass(ANSWER);
         wait_for(TOLD);
      }
      seen += __atomic_load_n(&x, __ATOMIC_ACQUIRE) > i;
   }
   return seen;
}

static void *other(void *unused)
{
   (void)unused;
   EACH_SIZE(n, 16, 700) {
      consume(n);
      poll(8 * n);
   }
   EACH_SIZE(batches, 1, 64) {
      consume_batches(batches);
      consume_with_semaphores(batches);
   }
   EACH_SIZE(root, 4, 80)
      consume_by_root(root);
   return NULL;
}

struct part {
   int *from, n, *sum;
};

static void *worker(void *argument)
{
   const struct part *part = argument;

   *part->sum = reduce_part(part->from, part->n);
   for (int i = 1; i < part->n; i++)
      for (int j = i; j > 0 && part->from[j - 1] > part->from[j]; j--) {
         int t = part->from[j];
         part->from[j] = part->from[j - 1];
         part->from[j - 1] = t;
      }
   return NULL;
}

static void in_parts(int n)
{
   pthread_t threads[2];
   struct part parts[2];

   random_ints(a, 2 * n, 1000);
   for (int k = 0; k < 2; k++) {
      parts[k] = (struct part){a + k * n, n, &sums[k]};
      threads[k] = start(worker, &parts[k]);
   }
   for (int k = 0; k < 2; k++)
      pthread_join(threads[k], NULL);
   merge_halves(merged, a, n);
}

static void *summing(void *argument)
{
   int n = *(int *)argument;

   for (int i = 0; i < n; i++)
      sums[i] = i;
   return NULL;
}

int main(void)
{
   int ends[2];
   pthread_t thread;

   for (int k = 0; k < 2; k++) {
      must(pipe(ends) == 0, "pipe");
      must(dup2(ends[0], TOLD + 2 * k) >= 0, "dup2");
      must(dup2(ends[1], TELL_IT + 2 * k) >= 0, "dup2");
   }
   sem_init(&empty, 0, 1);
   sem_init(&full, 0, 0);
   thread = start(other, NULL);
   EACH_SIZE(n, 16, 700) {
      produce(n);
      produce(n);
   }
   EACH_SIZE(batches, 1, 64) {
      produce_batches(batches);
      produce_with_semaphores(batches);
   }
   EACH_SIZE(root, 4, 80)
      produce_by_root(root);
   pthread_join(thread, NULL);
   EACH_SIZE(n, 16, 1100) {
      in_parts(n);
      thread = start(summing, &n);
      pthread_join(thread, NULL);
      combine(sums, n);
   }
   return 0;
}
