/* Valgrind's events of OS threads and signals -> which thread of control runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/threads.h"
#include "base/options.h"
#include "callgraph/shadow_stack.h"
#include "guest/guest_fields.h"
#include "sys/client_memory.h"
#include "threads/lifetime.h"
#include "threads/os_threads.h"
#include "threads/signals.h"
#include "threads/stack_owner.h"
#include "threads/user_contexts.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

void threads_created(ThreadId child)
{
   os_threads_add(child);
}

/* End all controls of an OS thread.  The control that ran before runs
   afterwards, unless it was one of them. */
static void end_controls_of(OsThread *os, Bool record)
{
   Control *running = control_current;
   Bool ends = running == os->native || running == os->current;

   for (UInt i = 0; i < os->n_handlers; i++) {
      ends = ends || running == os->handlers[i];
      if (os->current == os->handlers[i])
         os->current = NULL;
      lifetime_end(os->handlers[i], record);
   }
   if (os->current != NULL && os->current != os->native)
      lifetime_end(os->current, record);
   lifetime_end(os->native, record);
   if (running != NULL && !ends)
      control_activate(running);
}

void threads_exits(ThreadId tid)
{
   OsThread *os = os_threads_get(tid);

   /* A thread that the kernel could not create is reported by the thread that
      tried to create it, in the same system call. */
   if (os->exists && VG_(get_running_tid)() != tid
       && control_depth(os->native) == 0) {
      end_controls_of(os, False);
      os_threads_remove_unborn(os);
      return;
   }
   if (os_threads_ends_alone(tid)) {
      end_controls_of(os, True);
      os_threads_remove(os);
   }
}

void threads_code_starts(ThreadId tid, ULong blocks)
{
   Control *c = os_threads_get(tid)->current;

   (void)blocks;
   client_memory_code_starts();
   control_activate(c);
   if (control_depth(c) == 0) {
      /* Above a signal handler's frame lies what it returns to; above a
         thread's first frame lies nothing. */
      Addr sp = c->kind == HANDLER ? VG_(get_SP)(tid) : ~(Addr)0;
      shadow_stack_push_root(routines_at(VG_(get_IP)(tid)), sp);
      c->top_sp = sp;
   }
   guest_fields_start(tid);
}

void threads_code_stops(ThreadId tid, ULong blocks)
{
   (void)blocks;
   guest_fields_stop(tid);
   shadow_stack_give_back(control_current);
}

void threads_signal_delivered(ThreadId tid, Int signal, Bool alternate_stack)
{
   (void)signal;
   (void)alternate_stack;
   signals_begin_handler(os_threads_get(tid), VG_(get_SP)(tid),
                         VG_(get_IP)(tid));
}

/* The control that a handler has interrupted goes on, maybe elsewhere: the
   handler may have changed the context that it was given.  If it goes on at a
   routine's beginning, on the same stack, then the routine is called there
   without a return address.  The return address of the activation below may
   lie at the stack pointer itself, so the routine's is taken to lie below
   it. */
static void goes_on_at(ThreadId tid, Addr sp)
{
   Control *c = os_threads_get(tid)->current;
   Addr ip = VG_(get_IP)(tid);
   Routine *r;

   control_activate(c);
   if (control_depth(c) == 0)
      return;
   if (sp != c->saved_sp)
      user_contexts_stack_loaded(c->saved_sp, sp, ip);
   else if (ip != c->saved_ip && (r = routines_entered(ip)) != NULL
            && c->top->routine != r)
      shadow_stack_call(sp - 1, r);
}

void threads_signal_returns(ThreadId tid, Int signal)
{
   OsThread *os = os_threads_get(tid);
   Addr sp = VG_(get_SP)(tid);

   (void)signal;
   if (os->current->kind == HANDLER) {
      signals_end_handler(os, os->current);
      goes_on_at(tid, sp);
      return;
   }
   /* A handler has switched to a context, and the context now returns from the
      handler's frame.  The stack pointer that the frame has restored is on the
      stack of one of the controls that were interrupted. */
   for (UInt i = os->n_handlers; i-- > 0; ) {
      Control *h = os->handlers[i];
      if (h->active && stack_owner_can_go_on(tid, h->interrupted, sp)) {
         user_contexts_leave(os, os->current, sp);
         signals_end_handler(os, h);
         goes_on_at(tid, sp);
         return;
      }
   }
}

/* The activations that are pending now are not recorded, and what they have
   cost and read so far is in no total, unless it is added to `totals`. */
static void becomes_foreign(Control *c, ControlTotals *totals)
{
   if (totals != NULL)
      totals->cost += control_cost(c) - c->cost_base;
   c->cost_base = control_cost(c);
   if (control_depth(c) == 0)
      return;
   trms_sizes *sizes = VG_(malloc)("aprof.threads.fork",
                                   control_depth(c) * sizeof *sizes);
   tool_options.engine->pending(c->input, sizes);
   if (totals != NULL)
      control_add_sizes(&totals->sizes, &sizes[0], &c->sizes_base);
   c->sizes_base = sizes[0];
   VG_(free)(sizes);
   shadow_stack_become_foreign(c);
}

void threads_drop_pending(ControlTotals *totals)
{
   for (Control *c = control_list; c != NULL; c = c->next) {
      c->n_zones = 0;
      c->in_resolver = c->lands = False;
      becomes_foreign(c, totals);
   }
}

void threads_forked_child(ThreadId tid)
{
   for (ThreadId t = 0; t < VG_N_THREADS; t++) {
      OsThread *os = os_threads_get(t);
      if (t != tid && os->exists) {
         end_controls_of(os, False);
         os_threads_remove(os);
      }
   }
   VG_(memset)(&control_ended, 0, sizeof control_ended);
   os_threads_restart(os_threads_get(tid));
   for (Control *c = control_list; c != NULL; c = c->next) {
      c->os_thread = 1;
      becomes_foreign(c, NULL);
   }
}
