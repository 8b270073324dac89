/* The rate of a recording and its budget: see budget.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "recorder/budget.h"
#include "base/message.h"

#include <math.h>
#include <unistd.h>

/* How often the rate of a machine's recording is compared with its budget. */
#define BUDGET_EVERY (10 * NS_PER_S)
/* Samples of page faults take this part of the faults' own time at most.  The
   budget has room for a program that takes a tenth of its time for faults. */
#define FAULT_PART 0.01
#define FAULT_ROOM 1.1
#define FASTEST_FAULT 500              /* ns */

/* Is the rate given, whatever it takes?  With a budget beside it, it is the
   highest one. */
static bool is_fixed(const record_options *o)
{
   return o->rate > 0 && !o->has_budget;
}

void budget_choose_rate(recording *r)
{
   const record_options *o = r->o;
   const char *event = r->e.can.cycles ? "the counter of cycles"
                                       : "the timer cpu-clock, since this "
                                         "machine has no counter of cycles";

   const double fault = r->facts.fault ? r->facts.fault : FASTEST_FAULT;

   r->first.rate = r->told = is_fixed(o) ? o->rate
      : periods_rate(o->budget / FAULT_ROOM, r->facts.cost,
                     o->rate > 0 ? o->rate : RECORD_MOST);
   r->first.faults = floor(r->facts.cost / (FAULT_PART * fault)) + 1;
   r->pace = r->first;
   if (is_fixed(o))
      message_note("%.4g samples/s, by %s; they take %.2g %% of the time",
                   o->rate, event, 1e-7 * o->rate * r->facts.cost);
   else
      message_note("%.4g samples/s, by %s; a sample takes %.2g us%s, the "
                   "budget is %.3g %%", r->told, event, 1e-3 * r->facts.cost,
                   r->facts.cost_samples ? "" : " (assumed: it could not be "
                   "measured)", 100 * o->budget);
}

uint64_t budget_period(const recording *r)
{
   const double second = r->e.can.cycles ? r->e.can.cycles_per_second
                                         : NS_PER_S;

   return second / r->pace.rate;
}

static uint64_t own_cpu(void)
{
   return recording_clock(CLOCK_PROCESS_CPUTIME_ID);
}

void budget_check(recording *r, uint64_t now)
{
   r->checked = now;
   r->checked_samples = r->collected.samples;
   r->checked_faults = r->collected.faults;
   r->checked_cpu = own_cpu();
}

/* Change the pace.  Samples of faults do not name their period: those in the
   rings have the old one. */
static void set_pace(recording *r, periods_pace pace)
{
   r->pace = pace;
   events_set_mean(&r->e, budget_period(r));
   if ((uint64_t)pace.faults != r->collected.fault_period) {
      recording_drain(r, UINT64_MAX);
      r->collected.fault_period = pace.faults;
      events_set_faults(&r->e, r->collected.fault_period);
   }
}

void budget_keep(recording *r, uint64_t now)
{
   const collector *c = &r->collected;
   const double time = (double)(now - r->checked) *
                       sysconf(_SC_NPROCESSORS_ONLN);
   periods_taken taken;

   if (is_fixed(r->o) || r->e.target != PERF_MACHINE ||
       now - r->checked < BUDGET_EVERY)
      return;
   taken = (periods_taken){
      .samples = (c->samples - r->checked_samples) * r->facts.cost / time,
      .faults = (c->faults - r->checked_faults) * r->facts.cost / time,
      .recorder = (own_cpu() - r->checked_cpu) / time,
   };
   set_pace(r, periods_keep(r->pace, r->first, r->o->budget, taken));
   if (r->pace.rate < r->told / 2) {
      r->told = r->pace.rate;
      message_note("samples took %.2g %% of the time and the recorder %.2g %%, "
                   "the budget is %.2g %%: %.4g samples/s from now on",
                   100 * (taken.samples + taken.faults), 100 * taken.recorder,
                   100 * r->o->budget, r->told);
   }
   budget_check(r, now);
}
