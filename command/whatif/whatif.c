/* A series of runs in virtual time: see whatif.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "whatif/whatif.h"
#include "base/memory.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

const char *const whatif_setting_names[WHATIF_SETTINGS + 1] = {
   "units", "cores", "quantum", "slice", "wake-cost", "wake-latency",
   "switch-cost", "instr-per-ns", NULL,
};

const char *const whatif_state_names[] = { "missing", "done", "failed", NULL };

/* The tool's default, in microseconds: older series do not say it. */
#define SLICE 3000

whatif *whatif_new(void)
{
   whatif *s = memory_new(1, sizeof *s);

   s->measure = WHATIF_END;
   s->status = -1;
   s->settings[WHATIF_SLICE] = SLICE;
   return s;
}

static void free_progress(whatif_progresses *p)
{
   for (size_t i = 0; i < p->count; i++)
      free(p->list[i].name);
   free(p->list);
   *p = (whatif_progresses){ NULL, 0, 0 };
}

static void free_points(whatif_point *points, size_t count)
{
   for (size_t i = 0; i < count; i++) {
      free_progress(&points[i].progress);
      free(points[i].routine);
      free(points[i].note);
   }
   free(points);
}

static void free_site(whatif_site *s)
{
   free(s->routine);
   free(s->file);
   free(s->caller);
}

static void free_wait(whatif_wait *w)
{
   for (size_t i = 0; i < w->waker_count; i++)
      free_site(&w->wakers[i].site);
   for (size_t i = 0; i < w->during_count; i++)
      free(w->during[i].name);
   free(w->wakers);
   free(w->during);
   free_site(&w->site);
   free(w->kind);
   free(w->call);
   free(w->name);
}

void whatif_free(whatif *s)
{
   if (s == NULL)
      return;
   for (size_t i = 0; s->command && s->command[i]; i++)
      free(s->command[i]);
   free(s->command);
   for (size_t i = 0; i < s->routine_count; i++) {
      free(s->routines[i].name);
      free(s->routines[i].object);
      free(s->routines[i].file);
   }
   free(s->routines);
   memory_free_strings(s->options, s->option_count);
   for (size_t i = 0; i < s->base_count; i++)
      free_progress(&s->base[i].progress);
   free_points(s->points, s->point_count);
   for (size_t i = 0; i < s->again_count; i++) {
      free_progress(&s->again[i].base.progress);
      free_points(s->again[i].points, s->again[i].point_count);
   }
   free(s->again);
   for (size_t i = 0; i < s->part_count; i++)
      free(s->parts[i].name);
   free(s->parts);
   for (size_t i = 0; i < s->wait_count; i++)
      free_wait(&s->waits[i]);
   free(s->waits);
   for (size_t i = 0; i < s->outside_count; i++)
      free(s->outside[i].name);
   free(s->outside);
   for (size_t i = 0; i < s->growth_count; i++) {
      free(s->growth[i].object);
      free(s->growth[i].routine);
      free(s->growth[i].basis);
   }
   free(s->growth);
   free(s->input);
   free(s);
}

void whatif_add_routine(whatif *s, const whatif_routine *r)
{
   s->routines = memory_grow(s->routines, s->routine_count, &s->routine_room,
                             sizeof *s->routines);
   s->routines[s->routine_count] = *r;
   s->routines[s->routine_count].name = memory_string(r->name);
   s->routines[s->routine_count].object = memory_string(r->object);
   s->routines[s->routine_count].file = memory_string(r->file);
   s->routine_count++;
}

static whatif_point new_point(const char *routine, unsigned percent)
{
   return (whatif_point){ .routine = memory_string(routine),
                          .percent = percent, .note = memory_string("") };
}

void whatif_add_point(whatif *s, const char *routine, unsigned percent)
{
   s->points = memory_grow(s->points, s->point_count, &s->point_room,
                           sizeof *s->points);
   s->points[s->point_count++] = new_point(routine, percent);
}

whatif_point *whatif_add_point_again(whatif_again *a, const char *routine,
                                     unsigned percent)
{
   a->points = memory_grow(a->points, a->point_count, &a->point_room,
                           sizeof *a->points);
   a->points[a->point_count] = new_point(routine, percent);
   return &a->points[a->point_count++];
}

whatif_again *whatif_add_again(whatif *s, uint64_t quantum)
{
   s->again = memory_grow(s->again, s->again_count, &s->again_room,
                          sizeof *s->again);
   s->again[s->again_count] = (whatif_again){ .quantum = quantum };
   return &s->again[s->again_count++];
}

void whatif_add_part(whatif *s, const whatif_part *p)
{
   s->parts = memory_grow(s->parts, s->part_count, &s->part_room,
                          sizeof *s->parts);
   s->parts[s->part_count] = *p;
   s->parts[s->part_count++].name = memory_string(p->name);
}

whatif_wait *whatif_add_wait(whatif *s)
{
   s->waits = memory_grow(s->waits, s->wait_count, &s->wait_room,
                          sizeof *s->waits);
   s->waits[s->wait_count] = (whatif_wait){ .kind = NULL };
   return &s->waits[s->wait_count++];
}

whatif_waker *whatif_add_waker(whatif_wait *w)
{
   w->wakers = memory_grow(w->wakers, w->waker_count, &w->waker_room,
                           sizeof *w->wakers);
   w->wakers[w->waker_count] = (whatif_waker){ .wakes = 0 };
   return &w->wakers[w->waker_count++];
}

whatif_during *whatif_add_during(whatif_wait *w)
{
   w->during = memory_grow(w->during, w->during_count, &w->during_room,
                           sizeof *w->during);
   w->during[w->during_count] = (whatif_during){ .name = NULL };
   return &w->during[w->during_count++];
}

void whatif_add_option(whatif *s, const char *option)
{
   /* There is room for the NULL. */
   s->options = memory_grow(s->options, s->option_count + 1, &s->option_room,
                            sizeof *s->options);
   s->options[s->option_count++] = memory_string(option);
   s->options[s->option_count] = NULL;
}

const char *whatif_unit(const whatif *s)
{
   for (size_t i = 0; i < s->option_count; i++)
      if (strcmp(s->options[i], "--by=line") == 0)
         return "line";
   return "routine";
}

whatif_progress *whatif_add_progress(whatif_progresses *p, const char *name,
                                     bool is_pair)
{
   p->list = memory_grow(p->list, p->count, &p->room, sizeof *p->list);
   p->list[p->count] = (whatif_progress){ .name = memory_string(name),
                                          .is_pair = is_pair };
   return &p->list[p->count++];
}

void whatif_move_progress(whatif_progresses *to, whatif_progresses *from)
{
   free_progress(to);
   *to = *from;
   *from = (whatif_progresses){ NULL, 0, 0 };
}

double whatif_period(const whatif_progress *p, const char **reason)
{
   if (p->is_pair) {
      *reason = p->begun == 0 ? "never begins"
         : p->ended > p->begun ? "ends more often than it begins" : NULL;
      return *reason ? -1 : (double)p->total / (double)p->begun;
   }
   *reason = p->visits == 0 ? "is never visited"
      : p->visits == 1 ? "is visited only once"
      : p->last <= p->first ? "is visited at one time only" : NULL;
   return *reason ? -1 : (double)(p->last - p->first) / (double)(p->visits - 1);
}

const whatif_progress *whatif_same_progress(const whatif_progresses *list,
                                            const whatif_progress *p)
{
   for (size_t i = 0; i < list->count; i++)
      if (list->list[i].is_pair == p->is_pair &&
          strcmp(list->list[i].name, p->name) == 0)
         return &list->list[i];
   return NULL;
}

static bool has_point(const whatif *s, const char *routine)
{
   for (size_t i = 0; i < s->point_count; i++)
      if (strcmp(s->points[i].routine, routine) == 0)
         return true;
   return false;
}

static double share(const whatif *s, uint64_t time)
{
   return s->base[0].clock > 0 ? (double)time / (double)s->base[0].clock : 0;
}

static const whatif_part *part_of(const whatif *s, const char *name)
{
   for (size_t i = 0; i < s->part_count; i++)
      if (strcmp(s->parts[i].name, name) == 0)
         return &s->parts[i];
   return NULL;
}

/* Set the times of a part, or of all routines of a name.  Return false if there
   is none. */
static bool find_times(const whatif *s, const char *name, uint64_t *self,
                       uint64_t *path)
{
   const whatif_part *part = part_of(s, name);
   bool known = part != NULL;

   *self = part ? part->self : 0;
   *path = part ? part->path : 0;
   for (size_t i = 0; part == NULL && i < s->routine_count; i++)
      if (strcmp(s->routines[i].name, name) == 0) {
         *self += s->routines[i].self;
         *path += s->routines[i].path;
         known = true;
      }
   return known;
}

double whatif_self(const whatif *s, const char *name)
{
   uint64_t self, path, all = 0;

   if (!find_times(s, name, &self, &path))
      return NAN;
   for (size_t i = 0; i < s->routine_count; i++)
      all += s->routines[i].self;
   return all > 0 ? (double)self / (double)all : 0;
}

double whatif_slope(const whatif *s, const char *name)
{
   uint64_t self, path;

   /* The end of a spin is seen at the end of the turn of the thread that ends
      it: its path, which the other one takes over, may have a part of a quantum
      more than the clock has, each time. */
   return find_times(s, name, &self, &path) ? fmin(share(s, path), 1) : NAN;
}

static double weight(const whatif *s, const char *routine)
{
   return fmax(whatif_self(s, routine), whatif_slope(s, routine));
}

/* Routines below this share of the time are not worth a run. */
#define LEAST 0.005

void whatif_choose(whatif *s, size_t top, const unsigned *percents,
                   size_t count)
{
   for (size_t n = 0; n < top; n++) {
      const char *best = NULL;

      for (size_t i = 0; i < s->routine_count; i++) {
         const char *name = s->routines[i].name;

         if (*name && !has_point(s, name) && weight(s, name) >= LEAST &&
             (best == NULL || weight(s, name) > weight(s, best)))
            best = name;
      }
      if (best == NULL)
         return;
      for (size_t i = 0; i < count; i++)
         whatif_add_point(s, best, percents[i]);
   }
}

/* Return the gain of a point against its base run, in percent; NAN: one of them
   lacks the progress point. */
static double gain_of(const whatif *s, const whatif_base *base,
                      const whatif_point *p)
{
   const whatif_progress *measure, *before, *faster;
   const char *reason;

   if (s->measure == WHATIF_END)
      return base->clock == 0 ? 0
             : 100 * (1 - (double)p->clock / (double)base->clock);
   measure = &s->base[0].progress.list[s->measure];
   before = whatif_same_progress(&base->progress, measure);
   faster = whatif_same_progress(&p->progress, measure);
   if (before == NULL || faster == NULL ||
       whatif_period(before, &reason) <= 0 ||
       whatif_period(faster, &reason) < 0)
      return NAN;
   return 100 * (1 - whatif_period(faster, &reason) /
                     whatif_period(before, &reason));
}

/* Return the same point at another quantum, or NULL if it is not done. */
static const whatif_point *same_point(const whatif_again *a,
                                      const whatif_point *p)
{
   for (size_t i = 0; a->has_base && i < a->point_count; i++)
      if (a->points[i].percent == p->percent &&
          a->points[i].state == POINT_DONE &&
          strcmp(a->points[i].routine, p->routine) == 0)
         return &a->points[i];
   return NULL;
}

/* Put a value into a list in ascending order. */
static void insert(double *list, size_t count, double value)
{
   for (; count > 0 && list[count - 1] > value; count--)
      list[count] = list[count - 1];
   list[count] = value;
}

/* Return the median of the gains at all quanta, and half of their range.  Of
   runs in which chance decides who is first, one may be unlike all others. */
static whatif_estimate estimate(const whatif *s, const whatif_point *p)
{
   double *gains = memory_new(s->again_count + 1, sizeof *gains);
   whatif_estimate e = { gain_of(s, &s->base[0], p), NAN };
   size_t n = 0;

   insert(gains, n++, e.gain);
   for (size_t i = 0; i < s->again_count; i++) {
      const whatif_point *other = same_point(&s->again[i], p);
      const double gain = other ? gain_of(s, &s->again[i].base, other) : NAN;

      if (!isnan(gain))
         insert(gains, n++, gain);
   }
   e.gain = (gains[(n - 1) / 2] + gains[n / 2]) / 2;
   if (n > 1)
      e.error = (gains[n - 1] - gains[0]) / 2;
   free(gains);
   return e;
}

/* A difference of the base runs below this, in percent, is that of addresses. */
#define SAME_RUNS 1

/* If the base runs do not do the same, then their difference is chance, which the
   gain of the whole program can't be told from. */
static double error_of_runs(const whatif *s)
{
   const double spread = whatif_spread(s);

   return s->measure == WHATIF_END && spread >= SAME_RUNS ? spread : NAN;
}

whatif_estimate whatif_gain(const whatif *s, const whatif_point *p)
{
   whatif_estimate e = estimate(s, p);
   double sum = 0;
   unsigned n = 0;

   for (size_t i = 0; s->again_count > 0 && i < s->point_count; i++) {
      const whatif_point *other = &s->points[i];
      double error;

      if (other->state != POINT_DONE ||
          strcmp(other->routine, p->routine) != 0)
         continue;
      error = estimate(s, other).error;
      if (!isnan(error)) {
         sum += error;
         n++;
      }
   }
   if (n > 0 && !isnan(e.error))
      e.error = fmax(e.error, sum / n);
   e.error = fmax(e.error, error_of_runs(s));        /* unless both are NAN */
   return e;
}

double whatif_error(const whatif_estimate *e)
{
   return isnan(e->error) ? 0 : e->error;
}

static size_t failed_of(const whatif_point *points, size_t count)
{
   size_t n = 0;

   for (size_t i = 0; i < count; i++)
      n += points[i].state == POINT_FAILED;
   return n;
}

size_t whatif_failed(const whatif *s)
{
   size_t n = failed_of(s->points, s->point_count);

   for (size_t i = 0; i < s->again_count; i++)
      n += failed_of(s->again[i].points, s->again[i].point_count);
   return n;
}

size_t whatif_measures(const whatif *s)
{
   return s->measure == WHATIF_END ? 1 : s->base[0].progress.count;
}

whatif whatif_view(const whatif *s, size_t measure)
{
   whatif view = *s;

   if (s->measure != WHATIF_END)
      view.measure = (int)measure;
   return view;
}

bool whatif_is_uncertain(const whatif_estimate *e)
{
   return e->error >= WHATIF_EXACT;
}

double whatif_spread(const whatif *s)
{
   if (s->base_count < 2 || s->base[0].clock == 0)
      return 0;
   return 100 * fabs(share(s, s->base[1].clock) - 1);
}

double whatif_grain(const whatif *s)
{
   uint64_t sum = 0;

   if (s->base[0].waits == 0)
      return 0;
   for (size_t i = 0; i < s->routine_count; i++)
      sum += s->routines[i].self;
   return (double)sum / (double)s->settings[WHATIF_UNITS] /
          (double)s->base[0].waits;
}
