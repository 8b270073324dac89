/* Facts and verdict for each routine of a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "judge.h"
#include "memory.h"

#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <unistd.h>

/* What a worker takes at a time, and how many workers there are at most. */
enum { PORTION = 16, MOST_WORKERS = 8 };

#define PROBABLE 0.5

double judge_superlinear(const verdict *v)
{
   return infer_at_least(v, (growth){ GROWTH_POWER, JUDGE_SUPERLINEAR });
}

static double cost_from(const prof_tuple *points, size_t count, uint64_t size)
{
   double cost = 0;

   for (size_t i = count; i > 0 && points[i - 1].size >= size; i--)
      cost += (double)points[i - 1].cost.sum;
   return cost;
}

static void find_facts(const model *m, bool open, judged *j)
{
   size_t count;
   prof_tuple *points;

   free(model_points(m, j->routine, j->thread, PROF_RMS, open, &count));
   j->points_rms = count;
   points = model_points(m, j->routine, j->thread, PROF_TRMS, open, &count);
   j->points_trms = count;
   j->sums = model_sums(m, j->routine, j->thread);
   if (count > 0) {
      j->size_min = points[0].size;
      j->size_max = points[count - 1].size;
      j->cost_largest = cost_from(points, count, j->size_max / 2);
   }
   free(points);
}

static void find_verdict(const model *m, bool open, judged *j)
{
   size_t count;
   prof_tuple *points;

   if (j->has_verdict)
      return;
   points = model_points(m, j->routine, j->thread, PROF_TRMS, open, &count);
   verdict_of_worst(points, count, &j->verdict);
   if (judge_superlinear(&j->verdict) >= PROBABLE) {
      verdict other;

      verdict_of_self(points, count, &other);
      j->self_superlinear = judge_superlinear(&other) >= PROBABLE;
      verdict_of_case(points, count - (count + 9) / 10, CASE_WORST, &other);
      j->steady = judge_superlinear(&other) >= PROBABLE;
   }
   j->has_verdict = true;
   free(points);
}

/* --- side by side --- */

typedef struct {
   const model *m;
   bool open;
   judged *const *list;
   size_t count;
   void (*find)(const model *m, bool open, judged *j);
   atomic_size_t next;
} work;

static void *worker(void *argument)
{
   work *w = argument;
   size_t first;

   while ((first = atomic_fetch_add(&w->next, PORTION)) < w->count)
      for (size_t i = first; i < first + PORTION && i < w->count; i++)
         w->find(w->m, w->open, w->list[i]);
   return NULL;
}

/* One worker is this thread itself; where there are no others it does all. */
static void do_all(work *w)
{
   pthread_t threads[MOST_WORKERS];
   long wanted = sysconf(_SC_NPROCESSORS_ONLN);
   size_t started = 0;

   if (wanted > MOST_WORKERS)
      wanted = MOST_WORKERS;
   if (wanted > (long)(w->count / PORTION))
      wanted = w->count / PORTION;
   while ((long)started + 1 < wanted &&
          pthread_create(&threads[started], NULL, worker, w) == 0)
      started++;
   worker(w);
   for (size_t i = 0; i < started; i++)
      pthread_join(threads[i], NULL);
}

void judge_verdicts(const model *m, judged *const *list, size_t count,
                    bool open)
{
   work w = { m, open, list, count, find_verdict, 0 };

   do_all(&w);
}

judged *judge_facts(const model *m, bool threads, bool open, size_t *count)
{
   const size_t most = threads ? m->prof_count : m->routine_count;
   judged *list = memory_new(most, sizeof *list);
   judged **pointers = memory_new(most, sizeof *pointers);
   work w = { m, open, pointers, 0, find_facts, 0 };

   for (size_t i = 0; i < m->routine_count; i++) {
      size_t first, past;

      model_profs(m, i, &first, &past);
      if (!threads && first < past)
         past = first + 1;
      for (size_t p = first; p < past; p++) {
         judged *j = &list[w.count];

         j->routine = i;
         j->thread = threads ? m->profs[p].thread : MODEL_ALL_THREADS;
         pointers[w.count++] = j;
      }
   }
   do_all(&w);
   free(pointers);
   *count = w.count;
   return list;
}
