/* Signal handlers as threads of control.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/signals.h"
#include "callgraph/shadow_stack.h"
#include "threads/stack_owner.h"
#include "threads/suspended_stacks.h"

static ApControl *idle_handler(ApOsThread *os)
{
   for (UInt i = 0; i < os->n_handlers; i++)
      if (!os->handlers[i]->active)
         return os->handlers[i];
   os->handlers = VG_(realloc)("aprof.threads.handlers", os->handlers,
                               (os->n_handlers + 1) * sizeof *os->handlers);
   return os->handlers[os->n_handlers++] = ap_control_new(HANDLER, os->number);
}

void signals_begin_handler(ApOsThread *os, Addr sp, Addr ip)
{
   ApControl *h = idle_handler(os);

   os->current->saved_sp = sp;
   os->current->saved_ip = ip;
   h->interrupted = os->current;
   h->active = True;
   os->current = h;
}

void signals_end_handler(ApOsThread *os, ApControl *h)
{
   ap_activate(h);
   if (h->quiet)
      ap_end_quiet();
   ap_close_all();
   h->active = False;
   ap_stacks_remove(h);
   os->current = h->interrupted;
   ap_stacks_remove(os->current);
}

Bool signals_leave_handlers(ThreadId tid, Addr sp)
{
   ApOsThread *os = ap_os_thread(tid);
   ApControl *c = os->current;

   while (c->kind == HANDLER && c->active) {
      c = c->interrupted;
      if (!stack_owner_can_go_on(tid, c, sp))
         continue;
      while (os->current != c)
         signals_end_handler(os, os->current);
      ap_activate(c);
      return True;
   }
   return False;
}
