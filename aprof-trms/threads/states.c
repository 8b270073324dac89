/* The states of a thread of control: whether all records of them agree.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/states.h"
#include "guest/guest_fields.h"
#include "threads/lifetime.h"
#include "threads/os_threads.h"
#include "threads/relocated_stacks.h"
#include "threads/suspended_stacks.h"
#include "pub_tool_threadstate.h"

/* How many OS threads and handlers say that a control is in this state.  Each
   control is in one state at most, so the sums over all controls say whether a
   record leads to something that is no control. */
typedef struct {
   UInt running, interrupted, native, handlers;
} Claims;

static void add_claims_of(const OsThread *os, const Control *c,
                          Claims *claims)
{
   claims->running += os->current == c;
   claims->native += os->native == c;
   for (UInt i = 0; i < os->n_handlers; i++) {
      const Control *h = os->handlers[i];
      claims->handlers += h == c;
      claims->interrupted += h->active && h->interrupted == c;
   }
}

/* Thread ids that exist are few, and low. */
static Claims claims_on(const Control *c)
{
   Claims claims = { 0 };
   UInt living = os_threads_living();

   for (ThreadId t = 0; t < VG_N_THREADS && living > 0; t++) {
      const OsThread *os = os_threads_get(t);
      if (os->exists) {
         living--;
         add_claims_of(os, c, &claims);
      }
   }
   return claims;
}

static const HChar *check_list(void)
{
   const Control *previous = NULL;

   for (const Control *c = control_list; c != NULL; c = c->next) {
      if (c->previous != previous)
         return "the list of controls is not linked both ways";
      previous = c;
   }
   return NULL;
}

/* Did `c` run until now?  Valgrind delivers the signal of a fault before it
   says that client code has stopped: then the handler is the current control
   already, and has not begun. */
static Bool has_run(const OsThread *os, const Control *c)
{
   const Control *h = os->current;

   return h == c || (h->kind == HANDLER && h->active && h->interrupted == c
                     && control_depth(h) == 0);
}

/* The thread that Valgrind runs, its current control, the control whose cost
   control_cost_now is, and the control whose fields are in the guest state. */
static const HChar *check_running(void)
{
   ThreadId tid = VG_(get_running_tid)();
   const OsThread *os = os_threads_get(tid);
   const Control *c = control_current;

   if (tid == VG_INVALID_THREADID || !os->exists)
      return "the running thread does not exist";
   if (c == NULL || !has_run(os, c))
      return "the running thread's current control does not run";
   if (guest_fields_owner() != c)
      return "the guest state has the fields of another control";
   if (c->os_thread != os->number)
      return "the running control appears under another OS thread";
   if (control_depth(c) == 0)
      return "the running control has no activation";
   if (control_cost_now < c->top->cost)
      return "the cost counter is not the running control's";
   return NULL;
}

static const HChar *check_suspended(const Control *c)
{
   if (c->kind != NATIVE && !suspended_stacks_has(c))
      return "a suspended control is not in the tree";
   if (control_depth(c) == 0)
      return "a suspended control has no activation";
   return NULL;
}

static const HChar *check_lost(const Control *c)
{
   if (c->kind != CONTEXT)
      return "a control is lost that is no context";
   if (c->remembered == 0)
      return "a lost context is not remembered";
   if (!lifetime_keeps(c))
      return "a lost context is not in the ring";
   return NULL;
}

static const HChar *check_idle(const Control *c)
{
   return control_depth(c) > 0 ? "an idle handler has activations" : NULL;
}

/* CONTEXT: nothing leads to it any more.  HANDLER: it was suspended, and
   another control at the same stack pointer after it. */
static const HChar *check_abandoned(const Control *c)
{
   return c->kind == NATIVE ? "an OS thread's own control is in no state"
                            : NULL;
}

static const HChar *check_kind(const Control *c, const Claims *claims)
{
   if (claims->native != (c->kind == NATIVE))
      return "an OS thread does not have one control of its own";
   if (claims->handlers != (c->kind == HANDLER))
      return "a handler does not belong to one OS thread";
   if (c->active && (c->kind != HANDLER || c->interrupted == NULL))
      return "an active handler has interrupted nothing";
   return NULL;
}

static const HChar *check_control(const Control *c, const Claims *claims)
{
   Bool idle = c->kind == HANDLER && !c->active;
   const HChar *wrong = check_kind(c, claims);

   if (wrong != NULL)
      return wrong;
   if (claims->running + claims->interrupted + idle + c->suspended + c->lost
       > 1)
      return "a control is in two states";
   if (c->remembered != 0 && !relocated_stacks_has(c))
      return "a remembered context is not in its place";
   if (c->suspended)
      return check_suspended(c);
   if (c->lost)
      return check_lost(c);
   if (idle)
      return check_idle(c);
   if (claims->running + claims->interrupted == 0)
      return check_abandoned(c);
   return NULL;
}

/* What the OS threads lead to. */
static Claims claims_expected(void)
{
   Claims claims = { 0 };

   for (ThreadId t = 0; t < VG_N_THREADS; t++) {
      const OsThread *os = os_threads_get(t);
      if (!os->exists)
         continue;
      claims.running++;
      claims.native++;
      claims.handlers += os->n_handlers;
      for (UInt i = 0; i < os->n_handlers; i++)
         claims.interrupted += os->handlers[i]->active;
   }
   return claims;
}

static const HChar *check_controls(void)
{
   Claims expected = claims_expected();
   UInt in_tree = 0;

   if (expected.native != os_threads_living())
      return "the number of living OS threads is wrong";
   for (const Control *c = control_list; c != NULL; c = c->next) {
      Claims claims = claims_on(c);
      const HChar *wrong = check_control(c, &claims);
      if (wrong != NULL)
         return wrong;
      in_tree += c->suspended && c->kind != NATIVE;
      expected.running -= claims.running;
      expected.interrupted -= claims.interrupted;
      expected.native -= claims.native;
      expected.handlers -= claims.handlers;
   }
   if (expected.running != 0 || expected.interrupted != 0
       || expected.native != 0 || expected.handlers != 0)
      return "an OS thread has a control that is not in the list";
   if (in_tree != suspended_stacks_count())
      return "the tree has a control that is not suspended";
   return NULL;
}

const HChar *states_check(void)
{
   const HChar *wrong = check_list();

   if (wrong == NULL)
      wrong = check_controls();
   return wrong != NULL ? wrong : check_running();
}
