/* The check of the states of threads of control: it accepts a consistent set of
   controls, one in each state, and finds each single damage to it.

   The modules that states.c looks into are replaced by plain data here.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "guest/guest_fields.h"
#include "threads/lifetime.h"
#include "threads/os_threads.h"
#include "threads/relocated_stacks.h"
#include "threads/states.h"
#include "threads/suspended_stacks.h"
#include "pub_tool_threadstate.h"

enum { THREADS = 4, FIRST = 1, SECOND = 2, NO_THREAD = 3 };

/* Two OS threads.  In the first a context was interrupted by a handler, which
   runs; the thread's own control is suspended.  The second one waits. */
static Control native, idle, handler, interrupted, suspended, lost, abandoned,
                 native2;
static Control *const controls[] = {
   &native, &idle, &handler, &interrupted, &suspended, &lost, &abandoned,
   &native2
};
enum { CONTROLS = sizeof controls / sizeof controls[0] };

static Frame frames[CONTROLS];
static Control *handlers[2];
static OsThread os_threads[THREADS];

/* ------------------------------------------- what states.c looks into */

Control *control_current, *control_list;
ULong control_cost_now;
UInt VG_N_THREADS = THREADS;

static ThreadId running_tid;
static UInt living;
static const Control *guest_owner, *in_tree, *in_place, *in_ring;
static UInt tree_count;

ThreadId VG_(get_running_tid)(void) { return running_tid; }
OsThread *os_threads_get(ThreadId tid) { return &os_threads[tid]; }
UInt os_threads_living(void) { return living; }
const Control *guest_fields_owner(void) { return guest_owner; }
Bool suspended_stacks_has(const Control *c) { return c == in_tree; }
UInt suspended_stacks_count(void) { return tree_count; }
Bool relocated_stacks_has(const Control *c) { return c == in_place; }
Bool lifetime_keeps(const Control *c) { return c == in_ring; }

/* ------------------------------------------------- the consistent set */

static void init_control(Control *c, ControlKind kind, unsigned i)
{
   memset(c, 0, sizeof *c);
   c->kind = kind;
   c->os_thread = 1;
   c->frames = &frames[i];
   c->top = c == &idle ? c->frames - 1 : c->frames;
   c->previous = i > 0 ? controls[i - 1] : NULL;
   c->next = i + 1 < CONTROLS ? controls[i + 1] : NULL;
}

static void init_thread(ThreadId tid, Control *own, Control *current)
{
   memset(&os_threads[tid], 0, sizeof os_threads[tid]);
   os_threads[tid].exists = True;
   os_threads[tid].number = tid;
   os_threads[tid].native = own;
   os_threads[tid].current = current;
}

static int set_up(void **state)
{
   static const ControlKind kinds[CONTROLS] = {
      NATIVE, HANDLER, HANDLER, CONTEXT, CONTEXT, CONTEXT, CONTEXT, NATIVE
   };

   (void)state;
   memset(os_threads, 0, sizeof os_threads);
   memset(frames, 0, sizeof frames);
   for (unsigned i = 0; i < CONTROLS; i++)
      init_control(controls[i], kinds[i], i);
   native2.os_thread = 2;
   native.suspended = True;
   handler.active = True;
   handler.interrupted = &interrupted;
   suspended.suspended = True;
   lost.lost = True;
   lost.remembered = 1;
   control_list = controls[0];

   init_thread(FIRST, &native, &handler);
   init_thread(SECOND, &native2, &native2);
   handlers[0] = &idle;
   handlers[1] = &handler;
   os_threads[FIRST].handlers = handlers;
   os_threads[FIRST].n_handlers = 2;
   living = 2;

   running_tid = FIRST;
   control_current = &handler;
   control_cost_now = handler.top->cost = 100;
   guest_owner = &handler;
   in_tree = &suspended;
   tree_count = 1;
   in_place = in_ring = &lost;
   return 0;
}

static void consistent(void **state)
{
   (void)state;
   assert_null(states_check());
}

/* The signal of a fault is delivered while client code still runs. */
static void fault(void **state)
{
   (void)state;
   control_current = &interrupted;
   guest_owner = &interrupted;
   handler.top = handler.frames - 1;
   assert_null(states_check());
}

/* ------------------------------------------------------- the damages */

static void link_lost(void) { suspended.previous = &native; }
static void first_linked(void) { native.previous = &native2; }
static void wrong_thread(void) { running_tid = SECOND; }
static void no_thread(void) { running_tid = NO_THREAD; }
static void wrong_current(void) { control_current = &suspended; }
static void no_current(void) { control_current = NULL; }
static void begun_handler(void) { guest_owner = control_current = &interrupted; }
static void wrong_guest(void) { guest_owner = &interrupted; }
static void wrong_number(void) { handler.os_thread = 2; }
static void no_activation(void) { handler.top = handler.frames - 1; }
static void wrong_cost(void) { control_cost_now = 99; }
static void running_suspended(void) { handler.suspended = True; }
static void running_lost(void) { native2.lost = True; }
static void suspended_lost(void) { suspended.lost = True; }
static void interrupted_suspended(void) { interrupted.suspended = True; }
static void running_twice(void) { os_threads[SECOND].current = &handler; }
static void running_idle(void) { os_threads[SECOND].current = &idle; }
static void not_in_tree(void) { in_tree = NULL; }
static void more_in_tree(void) { tree_count = 2; }
static void suspended_empty(void) { suspended.top = suspended.frames - 1; }
static void lost_handler(void) { handler.lost = True; handler.active = False; }
static void lost_native(void) { native.suspended = False; native.lost = True; }
static void lost_forgotten(void) { lost.remembered = 0; }
static void lost_elsewhere(void) { in_place = NULL; }
static void lost_not_kept(void) { in_ring = NULL; }
static void idle_busy(void) { idle.top = idle.frames; }
static void native_nowhere(void) { native.suspended = False; }
static void native_missing(void) { os_threads[FIRST].native = &native2; }
static void handler_missing(void) { os_threads[FIRST].n_handlers = 1; }
static void active_context(void) { suspended.active = True; }
static void nothing_interrupted(void) { handler.interrupted = NULL; }
static void more_living(void) { living = 3; }

static Control stranger;
static void unknown_current(void)
{
   native2.suspended = True;
   os_threads[SECOND].current = &stranger;
}
static void unknown_interrupted(void) { handler.interrupted = &stranger; }

static const struct {
   const char *name;
   void (*damage)(void);
   const char *message;
} damages[] = {
#define DAMAGE(function, message) { #function, function, message }
   DAMAGE(link_lost, "the list of controls is not linked both ways"),
   DAMAGE(first_linked, "the list of controls is not linked both ways"),
   DAMAGE(wrong_thread, "the running thread's current control does not run"),
   DAMAGE(no_thread, "the running thread does not exist"),
   DAMAGE(wrong_current, "the running thread's current control does not run"),
   DAMAGE(no_current, "the running thread's current control does not run"),
   DAMAGE(begun_handler, "the running thread's current control does not run"),
   DAMAGE(wrong_guest, "the guest state has the fields of another control"),
   DAMAGE(wrong_number, "the running control appears under another OS thread"),
   DAMAGE(no_activation, "the running control has no activation"),
   DAMAGE(wrong_cost, "the cost counter is not the running control's"),
   DAMAGE(running_suspended, "a control is in two states"),
   DAMAGE(running_lost, "a control is in two states"),
   DAMAGE(suspended_lost, "a control is in two states"),
   DAMAGE(interrupted_suspended, "a control is in two states"),
   DAMAGE(running_twice, "a control is in two states"),
   DAMAGE(running_idle, "a control is in two states"),
   DAMAGE(not_in_tree, "a suspended control is not in the tree"),
   DAMAGE(more_in_tree, "the tree has a control that is not suspended"),
   DAMAGE(suspended_empty, "a suspended control has no activation"),
   DAMAGE(lost_handler, "a control is in two states"),
   DAMAGE(lost_native, "a control is lost that is no context"),
   DAMAGE(lost_forgotten, "a lost context is not remembered"),
   DAMAGE(lost_elsewhere, "a remembered context is not in its place"),
   DAMAGE(lost_not_kept, "a lost context is not in the ring"),
   DAMAGE(idle_busy, "an idle handler has activations"),
   DAMAGE(native_nowhere, "an OS thread's own control is in no state"),
   DAMAGE(native_missing, "an OS thread does not have one control of its own"),
   DAMAGE(handler_missing, "a handler does not belong to one OS thread"),
   DAMAGE(active_context, "an active handler has interrupted nothing"),
   DAMAGE(nothing_interrupted, "an active handler has interrupted nothing"),
   DAMAGE(more_living, "the number of living OS threads is wrong"),
   DAMAGE(unknown_current, "an OS thread has a control that is not in the list"),
   DAMAGE(unknown_interrupted,
          "an OS thread has a control that is not in the list")
};
enum { DAMAGES = sizeof damages / sizeof damages[0] };

static void is_found(void **state)
{
   unsigned i = *(const unsigned *)*state;
   const char *wrong;

   set_up(NULL);
   damages[i].damage();
   wrong = states_check();
   assert_non_null(wrong);
   assert_string_equal(wrong, damages[i].message);
}

int main(void)
{
   static unsigned numbers[DAMAGES];
   struct CMUnitTest tests[2 + DAMAGES] = {
      cmocka_unit_test_setup(consistent, set_up),
      cmocka_unit_test_setup(fault, set_up)
   };

   for (unsigned i = 0; i < DAMAGES; i++) {
      numbers[i] = i;
      tests[2 + i] = (struct CMUnitTest){
         .name = damages[i].name, .test_func = is_found,
         .initial_state = &numbers[i]
      };
   }
   return cmocka_run_group_tests_name("states", tests, NULL, NULL);
}
