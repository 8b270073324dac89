/* Signal handlers as threads of control.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/signals.h"
#include "callgraph/shadow_stack.h"
#include "threads/stack_owner.h"
#include "threads/suspended_stacks.h"

static Control *idle_handler(OsThread *os)
{
   for (UInt i = 0; i < os->n_handlers; i++)
      if (!os->handlers[i]->active)
         return os->handlers[i];
   os->handlers = VG_(realloc)("aprof.threads.handlers", os->handlers,
                               (os->n_handlers + 1) * sizeof *os->handlers);
   return os->handlers[os->n_handlers++] = control_new(HANDLER, os->number);
}

void signals_begin_handler(OsThread *os, Addr sp, Addr ip)
{
   Control *h = idle_handler(os);

   os->current->saved_sp = sp;
   os->current->saved_ip = ip;
   h->interrupted = os->current;
   h->active = True;
   os->current = h;
}

void signals_end_handler(OsThread *os, Control *h)
{
   control_activate(h);
   if (h->in_resolver)
      control_end_resolver();
   shadow_stack_close_all();
   h->active = False;
   suspended_stacks_remove(h);
   os->current = h->interrupted;
   suspended_stacks_remove(os->current);
}

Bool signals_leave_handlers(ThreadId tid, Addr sp)
{
   OsThread *os = os_threads_get(tid);
   Control *c = os->current;

   while (c->kind == HANDLER && c->active) {
      c = c->interrupted;
      if (!stack_owner_can_go_on(tid, c, sp))
         continue;
      while (os->current != c)
         signals_end_handler(os, os->current);
      control_activate(c);
      return True;
   }
   return False;
}
