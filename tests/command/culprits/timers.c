/* Timers with callbacks: the list of pending timers is sorted by time, and each
   new timer walks it from its head.
   culprit: schedule_all

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>
#include "numbers.h"

typedef void (*Callback)(void *);

typedef struct Timer {
   struct Timer *next;
   unsigned time;
   Callback fire;
   void *argument;
} Timer;

typedef struct {
   unsigned fired, latest;
} Session;

static void count_fired(void *argument)
{
   Session *s = argument;

   s->fired++;
}

static void note_latest(void *argument)
{
   Session *s = argument;

   s->latest = s->fired;
}

static void insert_timer(Timer **pending, Timer *t)
{
   while (*pending != NULL && (*pending)->time <= t->time)
      pending = &(*pending)->next;
   t->next = *pending;
   *pending = t;
}

static Timer *schedule_all(Timer *timers, unsigned n)
{
   Timer *pending = NULL;

   for (unsigned i = 0; i < n; i++)
      insert_timer(&pending, &timers[i]);
   return pending;
}

static void fire_all(const Timer *pending)
{
   for (; pending != NULL; pending = pending->next)
      pending->fire(pending->argument);
}

static void choose_times(Timer *timers, unsigned n, Session *s)
{
   for (unsigned i = 0; i < n; i++) {
      timers[i].time = number_below(100000);
      timers[i].fire = number_below(3) > 0 ? count_fired : note_latest;
      timers[i].argument = s;
   }
}

static unsigned run_session(unsigned n)
{
   Session s = { 0, 0 };
   Timer *timers = malloc(n * sizeof *timers);

   choose_times(timers, n, &s);
   fire_all(schedule_all(timers, n));
   free(timers);
   return s.fired;
}

int main(void)
{
   unsigned sum = 0;

   for (int i = 0; i < 40; i++)
      sum += run_session(20 + number_below(400));
   return sum == 0;
}
