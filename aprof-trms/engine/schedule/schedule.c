/* A schedule in virtual time: see schedule.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/schedule/schedule.h"

typedef struct {
   schedule_state state;
   bool timed_out;
   bool awaits_core;          /* it was woken, and has had no core since */
   uint32_t mask;
   uint64_t clock;
   uint64_t arrival;          /* in order of arrival at the present state */
   uint64_t slice_start;      /* the clock when it got its core */
   uint64_t key, deadline;    /* while it is blocked */
   double growth;             /* 0: none is set */
} thread;

static schedule_options options;
static thread *threads;
static unsigned count;        /* threads are below this number */
static unsigned capacity;
static uint64_t arrivals;
static uint64_t now;          /* the last known clock of the slowest thread */

/* The cores that no thread has: when each became free. */
static uint64_t *free_since;
static unsigned free_cores;

void schedule_init(const schedule_options *o, unsigned n)
{
   options = *o;
   PLATFORM_ASSERT(o->cores > 0);
   if (threads != NULL) {
      platform_free(threads);
      platform_free(free_since);
   }
   threads = platform_alloc("aprof.schedule.threads", n * sizeof *threads);
   free_since = platform_alloc("aprof.schedule.cores",
                               o->cores * sizeof *free_since);
   free_cores = o->cores;
   capacity = n;
   count = 0;
   arrivals = now = 0;
}

schedule_state schedule_state_of(unsigned t)
{
   return t < count ? threads[t].state : SCHEDULE_ABSENT;
}

uint64_t schedule_clock(unsigned t)
{
   return threads[t].clock;
}

void schedule_advance(unsigned t, uint64_t clock)
{
   PLATFORM_ASSERT(clock >= threads[t].clock);
   threads[t].clock = clock;
}

/* The clock of t is at least `clock`, which thread `by` has determined. */
static void raise_to(thread *t, uint64_t clock, unsigned by)
{
   if (t->clock >= clock)
      return;
   t->clock = clock;
   if (options.raised != NULL && by != SCHEDULE_NO_THREAD)
      options.raised(t - threads, by);
}

static void set_state(thread *t, schedule_state state)
{
   t->state = state;
   t->arrival = ++arrivals;
}

static bool is_before(const thread *a, const thread *b)
{
   return a->clock != b->clock ? a->clock < b->clock
                               : a->arrival < b->arrival;
}

/* Return the thread in this state that arrived first, or NULL. */
static thread *first_in(schedule_state state)
{
   thread *first = NULL;

   for (unsigned i = 0; i < count; i++)
      if (threads[i].state == state
          && (first == NULL || threads[i].arrival < first->arrival))
         first = &threads[i];
   return first;
}

/* Return the thread with a core whose clock is least, not counting `except`. */
static thread *slowest(const thread *except)
{
   thread *least = NULL;

   for (unsigned i = 0; i < count; i++)
      if (threads[i].state == SCHEDULE_READY && &threads[i] != except
          && (least == NULL || is_before(&threads[i], least)))
         least = &threads[i];
   return least;
}

/* Return the blocked thread whose deadline comes first, or NULL. */
static thread *first_deadline(void)
{
   thread *first = NULL;

   for (unsigned i = 0; i < count; i++)
      if (threads[i].state == SCHEDULE_BLOCKED
          && threads[i].deadline != SCHEDULE_NEVER
          && (first == NULL || threads[i].deadline < first->deadline
              || (threads[i].deadline == first->deadline
                  && threads[i].arrival < first->arrival)))
         first = &threads[i];
   return first;
}

static void take_core(thread *t)
{
   set_state(t, SCHEDULE_READY);
   t->slice_start = t->clock;
}

void schedule_set_growth(unsigned t, double growth)
{
   threads[t].growth = growth;
}

static uint64_t grown(uint64_t price, const thread *t)
{
   return t->growth > 0 ? (uint64_t)((double)price * t->growth + 0.5) : price;
}

/* Return how long t keeps its core.  If its calls stand for many, then as many
   are to fit into a slice as they would otherwise: else a bounded queue would
   never be full or empty in a slice.  But the other threads are to have their
   turns, in a run that is short beside a slice as well. */
static uint64_t slice_of(const thread *t)
{
   enum { FEWEST = 8 };
   const uint64_t most = grown(options.slice, t),
                  share = t->slice_start / FEWEST,
                  slice = share < most ? share : most;

   return slice > options.slice ? slice : options.slice;
}

/* What is paid for a core that has been idle for so long: what a switch costs,
   and as much more as that time, but no more than `most`.  It is a continuous
   function of the two clocks, with a slope of 1 at most: so an instruction more
   or less does not decide about a wake-up, and the schedule does not become
   chaotic.  Processors do fall asleep by and by: the kernel polls first, and
   enters deeper states later. */
static uint64_t after_idleness(uint64_t idle, uint64_t most,
                               const thread *payer)
{
   const uint64_t price = grown(options.switch_cost, payer) + idle;

   most = grown(most, payer);
   return price < most ? price : most;
}

/* Thread t, which is ready, runs on a core that is free since then, or will be:
   it goes to t by a switch, or an idle core is told that t was woken.  Clocks
   decide, not the order in which the schedule hears of both. */
static void start_on_core(thread *t, uint64_t since, unsigned by)
{
   if (since > t->clock)
      raise_to(t, since + grown(options.switch_cost, t), by);
   else if (t->awaits_core)
      t->clock += after_idleness(t->clock - since, options.wake_latency, t);
   t->awaits_core = false;
   take_core(t);
}

/* Return the core that has been free for longest, of those that are. */
static unsigned longest_free(void)
{
   unsigned best = 0;

   for (unsigned i = 1; i < free_cores; i++)
      if (free_since[i] < free_since[best])
         best = i;
   return best;
}

/* Thread t is ready: it gets the core that has been free for longest, or is
   queued. */
static void become_ready(thread *t)
{
   unsigned best;
   uint64_t since;

   if (free_cores == 0) {
      set_state(t, SCHEDULE_QUEUED);
      return;
   }
   best = longest_free();
   since = free_since[best];
   free_since[best] = free_since[--free_cores];
   start_on_core(t, since, SCHEDULE_NO_THREAD);
}

/* The core that t had until now goes to the thread that was queued first. */
static void give_core(const thread *t)
{
   thread *next = first_in(SCHEDULE_QUEUED);

   if (next == NULL) {
      free_since[free_cores++] = t->clock;
      return;
   }
   start_on_core(next, t->clock, t - threads);
}

void schedule_add(unsigned t, unsigned parent)
{
   thread *new = &threads[t];

   PLATFORM_ASSERT(t < capacity);
   if (count <= t)
      count = t + 1;
   platform_zero(new, sizeof *new);
   new->deadline = SCHEDULE_NEVER;
   if (parent != SCHEDULE_NO_THREAD)
      raise_to(new, threads[parent].clock, parent);
   become_ready(new);
}

static void leave_core(thread *t, schedule_state state)
{
   PLATFORM_ASSERT(t->state == SCHEDULE_READY);
   set_state(t, state);
   give_core(t);
}

void schedule_remove(unsigned t)
{
   if (threads[t].state == SCHEDULE_READY)
      leave_core(&threads[t], SCHEDULE_ABSENT);
   threads[t].state = SCHEDULE_ABSENT;
}

void schedule_block(unsigned t, uint64_t key, uint32_t mask, uint64_t deadline)
{
   thread *b = &threads[t];

   b->key = key;
   b->mask = mask;
   b->deadline = deadline;
   b->timed_out = false;
   leave_core(b, SCHEDULE_BLOCKED);
}

static void unblock(thread *t)
{
   t->key = 0;
   t->deadline = SCHEDULE_NEVER;
   become_ready(t);
}

void schedule_wake(unsigned by, unsigned t)
{
   thread *woken = &threads[t];
   const uint64_t time = threads[by].clock, blocked = woken->clock,
                  since = free_cores > 0 ? free_since[longest_free()] : time;

   PLATFORM_ASSERT(woken->state == SCHEDULE_BLOCKED);
   raise_to(woken, time, by);
   if (options.woken != NULL)
      options.woken(t, by, blocked);
   threads[by].clock += since < time
                        ? after_idleness(time - since, options.wake_cost,
                                         &threads[by])
                        : grown(options.switch_cost, &threads[by]);
   woken->awaits_core = true;
   unblock(woken);
}

/* Return the thread that has waited longest for the key, or NULL. */
static thread *first_waiter(uint64_t key, uint32_t mask)
{
   thread *first = NULL;

   for (unsigned i = 0; i < count; i++) {
      thread *t = &threads[i];
      if (t->state == SCHEDULE_BLOCKED && t->key == key
          && (t->mask & mask) != 0
          && (first == NULL || t->arrival < first->arrival))
         first = t;
   }
   return first;
}

unsigned schedule_wake_key(unsigned by, uint64_t key, uint32_t mask,
                           unsigned n)
{
   unsigned woken = 0;
   thread *t;

   while (woken < n && (t = first_waiter(key, mask)) != NULL) {
      schedule_wake(by, t - threads);
      woken++;
   }
   return woken;
}

/* A requeued thread keeps its arrival: it is behind those that have waited
   longer for the other key, and before those that will. */
unsigned schedule_requeue(uint64_t key, uint64_t other, unsigned n)
{
   unsigned moved = 0;
   thread *t;

   while (key != other && moved < n
          && (t = first_waiter(key, ~(uint32_t)0)) != NULL) {
      t->key = other;
      moved++;
   }
   return moved;
}

bool schedule_timed_out(unsigned t)
{
   return threads[t].timed_out;
}

void schedule_leave(unsigned t)
{
   leave_core(&threads[t], SCHEDULE_OUTSIDE);
}

/* What the thread waited for has happened: by what thread `by` has done, if it
   is one. */
static void raise_to_event(thread *t, unsigned by)
{
   if (by != SCHEDULE_NO_THREAD)
      raise_to(t, threads[by].clock, by);
   raise_to(t, schedule_now(), SCHEDULE_NO_THREAD);
}

void schedule_come_back(unsigned t, unsigned by)
{
   raise_to_event(&threads[t], by);
   become_ready(&threads[t]);
}

void schedule_interrupt(unsigned t, unsigned by)
{
   raise_to_event(&threads[t], by);
   unblock(&threads[t]);
}

/* End the waits whose deadline is not after `time`. */
static bool end_wait_until(uint64_t time)
{
   thread *t = first_deadline();

   if (t == NULL || t->deadline > time)
      return false;
   raise_to(t, t->deadline, SCHEDULE_NO_THREAD);
   t->timed_out = true;
   t->awaits_core = true;
   unblock(t);
   return true;
}

/* A thread whose slice is over goes to the end of the queue. */
static bool end_slice(thread *t)
{
   if (t->clock - t->slice_start < slice_of(t)
       || first_in(SCHEDULE_QUEUED) == NULL)
      return false;
   set_state(t, SCHEDULE_QUEUED);
   give_core(t);
   return true;
}

unsigned schedule_next(bool jump)
{
   for (;;) {
      thread *t = slowest(NULL);
      if (t != NULL)
         now = t->clock;
      if (t != NULL ? end_wait_until(t->clock)
                    : jump && end_wait_until(SCHEDULE_NEVER - 1))
         continue;
      if (t == NULL)
         return SCHEDULE_NO_THREAD;
      if (!end_slice(t))
         return t - threads;
   }
}

uint64_t schedule_limit(unsigned t)
{
   const thread *other = slowest(&threads[t]);
   const thread *sleeper = first_deadline();
   uint64_t limit = SCHEDULE_NEVER / 4;

   if (other != NULL && other->clock + options.quantum < limit)
      limit = other->clock + options.quantum;
   if (sleeper != NULL && sleeper->deadline + options.quantum < limit)
      limit = sleeper->deadline + options.quantum;
   if (first_in(SCHEDULE_QUEUED) != NULL
       && threads[t].slice_start + slice_of(&threads[t]) < limit)
      limit = threads[t].slice_start + slice_of(&threads[t]);
   return limit > threads[t].clock ? limit : threads[t].clock;
}

uint64_t schedule_deadline(void)
{
   const thread *t = first_deadline();

   return t == NULL ? SCHEDULE_NEVER : t->deadline;
}

uint64_t schedule_now(void)
{
   const thread *t = slowest(NULL);

   return t != NULL ? t->clock : now;
}
