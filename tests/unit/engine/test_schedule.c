/* The schedule in virtual time: which thread runs, until when, and which thread
   raises the clock of another.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdlib.h>

#include <cmocka.h>

#include "engine/schedule/schedule.h"

enum {
   QUANTUM = 10, SLICE = 1000, COST = 3, LATENCY = 7, SWITCH = 2, KEY = 42
};

static unsigned raised, raised_by;

static void note_raised(unsigned thread, unsigned by)
{
   raised = thread;
   raised_by = by;
}

static unsigned woken, woken_by;
static uint64_t woken_since;

static void note_woken(unsigned thread, unsigned by, uint64_t blocked)
{
   woken = thread;
   woken_by = by;
   woken_since = blocked;
}

static void begin(unsigned cores, unsigned n)
{
   const schedule_options options = {
      .cores = cores, .quantum = QUANTUM, .slice = SLICE, .wake_cost = COST,
      .wake_latency = LATENCY, .switch_cost = SWITCH, .raised = note_raised,
      .woken = note_woken
   };

   schedule_init(&options, 16);
   raised = raised_by = SCHEDULE_NO_THREAD;
   schedule_add(1, SCHEDULE_NO_THREAD);
   for (unsigned t = 2; t <= n; t++)
      schedule_add(t, 1);
}

/* Thread t, which must be the next one, runs for that long. */
static void run(unsigned t, uint64_t time)
{
   assert_int_equal(schedule_next(true), t);
   schedule_advance(t, schedule_clock(t) + time);
}

static void slowest_runs(void **state)
{
   (void)state;
   begin(2, 2);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_limit(1), QUANTUM);
   run(1, 11);
   run(2, 30);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_limit(1), 30 + QUANTUM);
   assert_int_equal(schedule_now(), 11);
}

static void wake_raises(void **state)
{
   (void)state;
   begin(2, 2);
   run(1, 5);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 100);
   assert_int_equal(schedule_wake_key(2, KEY + 1, 1, 9), 0);
   assert_int_equal(schedule_wake_key(2, KEY, 2, 9), 0);
   assert_int_equal(schedule_wake_key(2, KEY, 3, 9), 1);
   assert_int_equal(schedule_clock(1), 100 + LATENCY);
   assert_int_equal(schedule_clock(2), 100 + COST);
   assert_int_equal(raised, 1);
   assert_int_equal(raised_by, 2);
   assert_int_equal(woken, 1);
   assert_int_equal(woken_by, 2);
   assert_int_equal(woken_since, 5);
   assert_int_equal(schedule_state_of(1), SCHEDULE_READY);
   assert_false(schedule_timed_out(1));
}

/* A wake-up that stands for four costs four times as much, at each end. */
static void growth_counts(void **state)
{
   (void)state;
   begin(2, 2);
   schedule_set_growth(1, 4);
   schedule_set_growth(2, 4);
   run(1, 10);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 100);
   assert_int_equal(schedule_wake_key(2, KEY, 1, 1), 1);
   assert_int_equal(schedule_clock(2), 100 + 4 * COST);
   assert_int_equal(schedule_clock(1), 100 + 4 * LATENCY);
   /* So does a switch. */
   begin(1, 2);
   schedule_set_growth(2, 4);
   run(1, 50);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   assert_int_equal(schedule_next(true), 2);
   assert_int_equal(schedule_clock(2), 50 + 4 * SWITCH);
}

/* A core that has been idle for a short time is not yet asleep. */
static void short_idleness_costs_less(void **state)
{
   (void)state;
   begin(2, 2);
   run(1, 5);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 8);
   assert_int_equal(schedule_wake_key(2, KEY, 1, 9), 1);
   assert_int_equal(schedule_clock(1), 8 + SWITCH + 3);
   assert_int_equal(schedule_clock(2), 8 + COST);
   run(2, 0);
   schedule_block(2, KEY, 1, SCHEDULE_NEVER);
   run(1, 0);
   assert_int_equal(schedule_wake_key(1, KEY, 1, 9), 1);
   assert_int_equal(schedule_clock(2), 8 + SWITCH + 3 + SWITCH + 2);
}

/* Clocks decide, not the order: the core is free later than the wake-up, though
   the schedule knows of it before. */
static void core_free_later(void **state)
{
   (void)state;
   begin(2, 2);
   run(1, 15);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 12);
   assert_int_equal(schedule_wake_key(2, KEY, 1, 9), 1);
   assert_int_equal(schedule_clock(1), 15 + SWITCH);
   assert_int_equal(schedule_clock(2), 12 + SWITCH);
}

/* A thread for which no core is free is queued for the price of a switch, and
   runs a switch after the core is free. */
static void wake_queues(void **state)
{
   (void)state;
   begin(1, 2);
   run(1, 5);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 100);
   assert_int_equal(schedule_clock(2), 5 + SWITCH + 100);
   assert_int_equal(schedule_wake_key(2, KEY, 1, 9), 1);
   assert_int_equal(schedule_clock(2), 5 + SWITCH + 100 + SWITCH);
   assert_int_equal(schedule_state_of(1), SCHEDULE_QUEUED);
   run(2, 50);
   schedule_block(2, KEY, 1, SCHEDULE_NEVER);
   run(1, 0);
   assert_int_equal(schedule_clock(1), 5 + SWITCH + 100 + SWITCH + 50 + SWITCH);
}

static void oldest_wakes_first(void **state)
{
   (void)state;
   begin(3, 3);
   run(1, 1);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 1);
   schedule_block(2, KEY + 1, 1, SCHEDULE_NEVER);
   run(3, 1);
   assert_int_equal(schedule_requeue(KEY, KEY + 1, 9), 1);
   assert_int_equal(schedule_wake_key(3, KEY + 1, 1, 1), 1);
   assert_int_equal(schedule_state_of(1), SCHEDULE_READY);
   assert_int_equal(schedule_state_of(2), SCHEDULE_BLOCKED);
}

/* On one core the second thread runs when the first one waits, and not before
   that in virtual time. */
static void core_is_handed_over(void **state)
{
   (void)state;
   begin(1, 2);
   assert_int_equal(schedule_state_of(2), SCHEDULE_QUEUED);
   run(1, 50);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(2, 4);
   assert_int_equal(schedule_clock(2), 50 + SWITCH + 4);
   assert_int_equal(raised, 2);
   assert_int_equal(raised_by, 1);
   schedule_remove(2);
   assert_int_equal(schedule_next(true), SCHEDULE_NO_THREAD);
}

static void slice_ends(void **state)
{
   (void)state;
   begin(1, 2);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_limit(1), SLICE);
   run(1, SLICE + 1);
   run(2, 5);
   assert_int_equal(schedule_clock(2), SLICE + 1 + SWITCH + 5);
   assert_int_equal(schedule_state_of(1), SCHEDULE_QUEUED);
}

/* Slices of a thread that stands for much work become longer with the time. */
static void slice_grows(void **state)
{
   (void)state;
   begin(1, 2);
   schedule_set_growth(1, 10);
   schedule_set_growth(2, 10);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_limit(1), SLICE);
   run(1, 40 * SLICE);
   run(2, 5);
   assert_int_equal(schedule_limit(2), schedule_clock(2) - 5
                                       + (schedule_clock(2) - 5) / 8);
   run(2, 100 * SLICE);
   run(1, 5);
   assert_int_equal(schedule_limit(1), schedule_clock(1) - 5 + 10 * SLICE);
}

static void deadlines_come(void **state)
{
   (void)state;
   begin(2, 2);
   run(1, 1);
   schedule_block(1, 0, 0, 60);
   assert_int_equal(schedule_next(true), 2);
   assert_int_equal(schedule_limit(2), 60 + QUANTUM);
   run(2, 70);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_clock(1), 60 + LATENCY);
   assert_true(schedule_timed_out(1));
   schedule_remove(2);
   schedule_block(1, 0, 0, 500);
   assert_int_equal(schedule_next(false), SCHEDULE_NO_THREAD);
   assert_int_equal(schedule_deadline(), 500);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_clock(1), 500 + LATENCY);
   /* A core that has been idle for one unit only is nearly awake. */
   begin(1, 1);
   run(1, 10);
   schedule_block(1, 0, 0, 11);
   assert_int_equal(schedule_next(true), 1);
   assert_int_equal(schedule_clock(1), 11 + SWITCH + 1);
}

static void outside_comes_back_now(void **state)
{
   (void)state;
   begin(2, 2);
   run(1, 1);
   schedule_leave(1);
   run(2, 90);
   schedule_come_back(1, SCHEDULE_NO_THREAD);
   assert_int_equal(schedule_clock(1), 90);
   assert_int_equal(raised, SCHEDULE_NO_THREAD);
   run(2, 10);
   run(1, 5);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   schedule_interrupt(1, SCHEDULE_NO_THREAD);
   assert_int_equal(schedule_clock(1), 100);
}

/* A signal comes from another thread: not before that has sent it, and what the
   sender has done is what was waited for. */
static void outside_comes_back_by_a_thread(void **state)
{
   (void)state;
   begin(3, 3);
   run(1, 1);
   schedule_leave(1);
   run(2, 90);
   run(3, 70);
   schedule_come_back(1, 2);
   assert_int_equal(schedule_clock(1), 90);
   assert_int_equal(raised, 1);
   assert_int_equal(raised_by, 2);
   schedule_block(1, KEY, 1, SCHEDULE_NEVER);
   run(3, 40);
   schedule_interrupt(1, 3);
   assert_int_equal(schedule_clock(1), 110);
   assert_int_equal(raised, 1);
   assert_int_equal(raised_by, 3);
   /* One that is ahead of the sender has not waited for it. */
   raised = SCHEDULE_NO_THREAD;
   schedule_advance(1, 160);
   schedule_leave(1);
   schedule_come_back(1, 2);
   assert_int_equal(schedule_clock(1), 160);
   assert_int_equal(raised, SCHEDULE_NO_THREAD);
}

/* Equal calls, equal decisions: a random schedule twice.  Never is a thread
   without a core chosen, and never a thread that is not the slowest. */
static uint64_t random_schedule(unsigned seed)
{
   uint64_t sum = 0;

   begin(1 + seed % 4, 8);
   srand(seed);
   for (unsigned i = 0; i < 5000; i++) {
      unsigned t = schedule_next(true), what = rand() % 8, other;
      if (t == SCHEDULE_NO_THREAD)
         break;
      assert_int_equal(schedule_state_of(t), SCHEDULE_READY);
      for (other = 1; other <= 8; other++)
         if (schedule_state_of(other) == SCHEDULE_READY)
            assert_true(schedule_clock(other) >= schedule_clock(t));
      assert_true(schedule_limit(t) >= schedule_clock(t));
      schedule_advance(t, schedule_limit(t) < SCHEDULE_NEVER / 8
                          ? schedule_limit(t) + rand() % 5
                          : schedule_clock(t) + 100);
      if (what == 0)
         schedule_block(t, rand() % 3, 1, schedule_clock(t) + rand() % 99);
      else if (what == 1)
         schedule_wake_key(t, rand() % 3, 1, rand() % 3);
      sum = sum * 31 + schedule_clock(t) * 8 + t;
   }
   return sum;
}

static void is_deterministic(void **state)
{
   (void)state;
   for (unsigned seed = 0; seed < 50; seed++)
      assert_true(random_schedule(seed) == random_schedule(seed));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(slowest_runs),
      cmocka_unit_test(wake_raises),
      cmocka_unit_test(growth_counts),
      cmocka_unit_test(short_idleness_costs_less),
      cmocka_unit_test(core_free_later),
      cmocka_unit_test(wake_queues),
      cmocka_unit_test(oldest_wakes_first),
      cmocka_unit_test(core_is_handed_over),
      cmocka_unit_test(slice_ends),
      cmocka_unit_test(slice_grows),
      cmocka_unit_test(deadlines_come),
      cmocka_unit_test(outside_comes_back_now),
      cmocka_unit_test(outside_comes_back_by_a_thread),
      cmocka_unit_test(is_deterministic)
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
