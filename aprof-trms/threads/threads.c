/* Threads of control: which one runs, and how it is found.

   Valgrind tells of OS threads and of the delivery of signals, but not of user
   contexts, nor of a handler that is left by siglongjmp.  Those are found by
   loads of the stack pointer: each thread of control owns a stretch of stack,
   and the one that owns the new stack pointer is the one that runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "threads/threads.h"
#include "arch/stack_insn.h"
#include "callgraph/shadow_stack.h"
#include "guest/guest_fields.h"
#include "threads/relocated_stacks.h"
#include "base/options.h"
#include "threads/suspended_stacks.h"
#include "sys/syscall.h"
#include "engine/fast/fast.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"

static ApOsThread *os_threads;      /* by ThreadId */

/* Of those that are lost the latest are kept: most don't come back, and have
   tables, or one of the windows, of which there are few. */
enum { MOST_KEPT = 256 };
typedef struct {
   ApControl *list[MOST_KEPT];
   UInt room, next;
} Kept;
static Kept lost = { .room = MOST_KEPT }, lost_windows = { .room = 32 };

static UInt os_seen, os_living;

/* A context's stack has no bounds that we are told of, and the next one may
   begin right below.  A load that lowers the stack pointer by less than this
   stays on it; what alloca does is hardly ever seen as a load
   (instrument/sp_loads.c).  Up there is more room. */
static const SizeT NEAR_BELOW = 1024, NEAR_ABOVE = 256 * 1024;

void ap_threads_init(void)
{
   os_threads = VG_(calloc)("aprof.threads.os", VG_N_THREADS,
                            sizeof *os_threads);
}

ApOsThread *ap_os_thread(ThreadId tid)
{
   return &os_threads[tid];
}

UInt ap_os_threads_seen(void)
{
   return os_seen;
}

UInt ap_os_threads_living(void)
{
   return os_living;
}

static void drop_from(Kept *k, const ApControl *c)
{
   for (UInt i = 0; i < k->room; i++)
      if (k->list[i] == c)
         k->list[i] = NULL;
}

/* `c` is over: what is pending is closed, or dropped where `record` is
   False.  Somebody else must be activated afterwards. */
static void end_control(ApControl *c, Bool record)
{
   ap_activate(c);
   if (c->quiet)
      ap_end_quiet();
   if (record) {
      ap_close_all();
      ap_ended.cost += ap_cost - c->cost_base;
   } else
      ap_drop_all();
   ap_stacks_remove(c);
   ap_moved_forget(c);
   drop_from(&lost, c);
   drop_from(&lost_windows, c);
   ap_control_free(c);
}

/* The oldest makes room for `c`. */
static void keep_in(Kept *k, ApControl *c)
{
   ApControl *oldest = k->list[k->next];

   k->list[k->next] = c;
   k->next = (k->next + 1) % k->room;
   if (oldest != NULL && oldest != c && oldest->lost)
      end_control(oldest, True);
}

/* Somebody else uses the stack of a suspended context. */
static void lose(ApControl *c)
{
   ap_stacks_remove(c);
   c->lost = True;
   keep_in(c->fast != NULL && trms_fast_has_window(c->fast) ? &lost_windows
                                                            : &lost, c);
}

/* The handler is over, but its history stays for the next signal. */
static void end_handler(ApOsThread *os, ApControl *h)
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

static Bool in_native_stack(ThreadId tid, Addr sp)
{
   Addr highest = VG_(thread_get_stack_max)(tid);
   SizeT size = VG_(thread_get_stack_size)(tid);

   return size > 0 && sp <= highest + 1 && highest - sp < size;
}

/* Does a thread's stack reach down to `sp`?  Valgrind says that it does, as far
   as it is mapped.  It is so if what keeps it from growing further lies there:
   memory that nobody may touch, or, since glibc 2.42, a page of the stack below
   `sp` that is no memory, and in no list of mappings.  One that the program has
   allocated has other things of the program's below it. */
static Bool has_lower_bound(ThreadId tid, Addr sp)
{
   Addr low = VG_(thread_get_stack_max)(tid) + 1
              - VG_(thread_get_stack_size)(tid);
   const NSegment *lowest = VG_(am_find_nsegment)(low),
                  *below = VG_(am_find_nsegment)(low - 1);

   return (lowest != NULL && lowest->kind == SkResvn)
          || (below != NULL && !below->hasR && !below->hasW && !below->hasX)
          || !ap_syscall_are_there(low, sp);
}

static Bool in_alternate_stack(ThreadId tid, Addr sp)
{
   return sp - VG_(thread_get_altstack_min)(tid)
          < VG_(thread_get_altstack_size)(tid);
}

/* A context saves its stack pointer as it is, or as it will be after the return
   from the routine that saves it. */
static Bool is_saved(const ApControl *c, Addr sp)
{
   return sp == c->saved_sp || sp == c->saved_sp + AP_RETURN_SLOT;
}

static Bool is_handler_of(const ApOsThread *os, const ApControl *c)
{
   for (UInt i = 0; i < os->n_handlers; i++)
      if (os->handlers[i] == c)
         return True;
   return False;
}

/* Is `sp` where `c`, which is suspended, can go on?  Where a context began, its
   stack may be used anew.  A handler ends with the thread that it has interrupted:
   what goes on there in another thread is a context. */
static Bool can_resume(ThreadId tid, const ApControl *c, Addr sp)
{
   if (c->kind == NATIVE)
      return c == os_threads[tid].native && in_native_stack(tid, sp)
             && (sp >= c->saved_sp || has_lower_bound(tid, sp));
   if (c->kind == HANDLER && !is_handler_of(&os_threads[tid], c))
      return False;
   return is_saved(c, sp)
          || (sp > c->saved_sp && sp <= c->top_sp
              && (c->kind == HANDLER || sp < c->landing_sp));
}

/* The same of one that a handler has interrupted: nobody uses its stack anew.  An
   exception that it throws comes to the place below where the unwinder puts the
   address that it goes on at, and takes that from there; nothing of the
   handler's is so near, since the kernel leaves 128 bytes. */
static Bool can_go_on(ThreadId tid, const ApControl *c, Addr sp)
{
   return can_resume(tid, c, sp)
          || (c->kind == CONTEXT && sp > c->saved_sp && sp <= c->top_sp)
          || sp == c->saved_sp - AP_RETURN_SLOT;
}

static ApControl *suspended_at(ThreadId tid, Addr sp)
{
   ApControl *c = ap_stacks_below(sp), *native = os_threads[tid].native;

   if (c != NULL && can_resume(tid, c, sp))
      return c;
   return native->suspended && can_resume(tid, native, sp) ? native : NULL;
}

/* Is `sp` on the stack of `c`, which runs? */
static Bool stays_on(ThreadId tid, const ApControl *c, Addr old, Addr sp)
{
   switch (c->kind) {
   case NATIVE:
      if (VG_(thread_get_stack_size)(tid) > 0)
         return in_native_stack(tid, sp)
                && (sp >= old || old - sp < NEAR_BELOW
                    || has_lower_bound(tid, sp));
      return sp >= old ? sp - old < NEAR_ABOVE : old - sp < NEAR_BELOW;
   case HANDLER:
      /* It began on the alternate stack, or below what it interrupted. */
      if (sp > c->frames[0].sp)
         return False;
      return in_alternate_stack(tid, c->frames[0].sp)
             ? in_alternate_stack(tid, sp)
             : stays_on(tid, c->interrupted, old, sp);
   case CONTEXT:
      /* One that has just begun takes its registers from its stack. */
      return (sp < old ? old - sp < NEAR_BELOW
              : sp <= c->top_sp
                || (c->top->routine == NULL && sp - old < NEAR_ABOVE))
             && suspended_at(tid, sp) == NULL;
   }
   return False;
}

/* Suspended contexts on this stretch of stack are over: it is used anew.  If
   their own has not been moved, that is: then they come back.  No two suspended
   contexts overlap. */
static void end_contexts_on(Addr low, Addr high)
{
   ApControl *c;

   while ((c = ap_stacks_below(high)) != NULL && c->top_sp >= low) {
      if (c->saved_sp == 0)
         return;
      high = c->saved_sp - 1;
      if (c->kind == CONTEXT && c->remembered != 0)
         lose(c);
      else if (c->kind == CONTEXT)
         end_control(c, True);
   }
}

void ap_threads_end_lost(void)
{
   ApControl *running = ap_current;

   for (ApControl *c = ap_controls, *next; c != NULL; c = next) {
      next = c->next;
      if (c->lost)
         end_control(c, True);
   }
   if (running != NULL)
      ap_activate(running);
}

/* Has a context that is left nothing on its stack to come back to?  Its first
   routine has returned, or called something there and goes on elsewhere. */
static Bool is_over(const ApControl *c)
{
   return c->finished || (ap_depth(c) == 1 && c->saved_sp >= c->top_sp);
}

static void leave(ApOsThread *os, ApControl *c, Addr old)
{
   c->saved_sp = old;
   if (c->kind == NATIVE)
      c->suspended = True;
   else {
      if (c->kind == CONTEXT)
         end_contexts_on(old, c->top_sp);
      if (c->kind == CONTEXT && is_over(c))
         end_control(c, True);
      else {
         ap_stacks_add(c);
         if (c->kind == CONTEXT && (c = ap_moved_remember(c)) != NULL)
            end_control(c, True);
      }
   }
   os->current = NULL;
}

static void enter(ApOsThread *os, ApControl *c)
{
   c->os_thread = os->number;
   os->current = c;
   ap_activate(c);
}

/* Ends the handlers of the thread that a load of the stack pointer has left,
   if it goes back to what they interrupted (siglongjmp). */
static Bool handlers_left(ThreadId tid, ApOsThread *os, Addr sp)
{
   ApControl *c = os->current;

   while (c->kind == HANDLER && c->active) {
      c = c->interrupted;
      if (!can_go_on(tid, c, sp))
         continue;
      while (os->current != c)
         end_handler(os, os->current);
      ap_activate(c);
      return True;
   }
   return False;
}

/* Who goes on at `sp`; NULL: nobody that is known to be there.  It is not among
   the suspended any more, so that nobody ends it whose stack seems to reach so
   far.  One that may go on there, but has not said so, may have ended long ago,
   and somebody else have its stack. */
static ApControl *take_suspended(ThreadId tid, Addr sp)
{
   ApControl *c = suspended_at(tid, sp);
   Bool is_certain = c != NULL
                     && (c->kind == NATIVE
                         || (is_saved(c, sp) && ap_moved_stays(c)));
   ApControl *moved = is_certain ? NULL : ap_moved_to(sp);

   if (moved != NULL) {
      end_contexts_on(sp, moved->top_sp);
      return moved;
   }
   if (c != NULL)
      ap_stacks_remove(c);
   return c;
}

Bool ap_stays_on_stack(Addr old, Addr new_sp)
{
   return stays_on(VG_(get_running_tid)(), ap_current, old, new_sp);
}

static void stack_switched(Addr old, Addr sp, Addr insn)
{
   ThreadId tid = VG_(get_running_tid)();
   ApOsThread *os = &os_threads[tid];
   ApControl *c = ap_current;

   if (!stays_on(tid, c, old, sp) && !handlers_left(tid, os, sp)) {
      ApControl *to = take_suspended(tid, sp);
      leave(os, c, old);
      if (to == NULL) {
         end_contexts_on(sp, sp);
         to = ap_control_new(CONTEXT, os->number);
         to->landing_sp = to->top_sp = sp;
         enter(os, to);
         ap_push_unnamed_root(insn);
         return;
      }
      enter(os, to);
   }
   ap_unwind(sp);
}

void ap_stack_loaded(Addr old, Addr new_sp, Addr insn)
{
   ApControl *c = ap_current;

   if (c->quiet) {
      if (new_sp <= c->quiet_sp)
         return;
      ap_end_quiet();
   }
   if (ap_stays_in_frame(c, old, new_sp))
      return;
   stack_switched(old, new_sp, insn);
}

void ap_stacks_unmapped(Addr start, SizeT length)
{
   ApControl *running = ap_current, *c;
   Addr high = start + length - 1;

   while ((c = ap_stacks_below(high)) != NULL && c->saved_sp >= start) {
      high = c->saved_sp - 1;
      if (c->kind == CONTEXT)
         end_control(c, True);
   }
   if (running != NULL)
      ap_activate(running);
}

void ap_thread_created(ThreadId child)
{
   ApOsThread *os = &os_threads[child];

   VG_(memset)(os, 0, sizeof *os);
   os->exists = True;
   os->number = ++os_seen;
   os->native = os->current = ap_control_new(NATIVE, os->number);
   os_living++;
}

/* Everything of an OS thread goes. */
static void end_os_thread(ApOsThread *os, Bool record)
{
   ApControl *running = ap_current;
   Bool ours = running == os->native || running == os->current;

   for (UInt i = 0; i < os->n_handlers; i++) {
      ours = ours || running == os->handlers[i];
      if (os->current == os->handlers[i])
         os->current = NULL;
      end_control(os->handlers[i], record);
   }
   VG_(free)(os->handlers);
   if (os->current != NULL && os->current != os->native)
      end_control(os->current, record);
   end_control(os->native, record);
   VG_(memset)(os, 0, sizeof *os);
   os_living--;
   if (running != NULL && !ours)
      ap_activate(running);
}

/* Where the whole process ends, by exit_group, a signal, or since this is the last
   thread, what is pending is pending in the profile, too. */
Bool ap_thread_ends_alone(ThreadId tid)
{
   const ApOsThread *os = &os_threads[tid];

   return os->exists && os->exiting && os_living > 1;
}

void ap_thread_exits(ThreadId tid)
{
   ApOsThread *os = &os_threads[tid];

   /* One that could not be created is told of by the thread that tried to, in
      the same system call: it never was, and its number is free again. */
   if (os->exists && VG_(get_running_tid)() != tid
       && ap_depth(os->native) == 0) {
      os_seen--;
      end_os_thread(os, False);
      return;
   }
   if (ap_thread_ends_alone(tid))
      end_os_thread(os, True);
}

void ap_client_code_starts(ThreadId tid, ULong blocks)
{
   ApControl *c = os_threads[tid].current;

   (void)blocks;
   ap_activate(c);
   if (ap_depth(c) == 0) {
      /* What a signal handler returns to lies above its frame; nothing lies
         above a thread's first. */
      Addr sp = c->kind == HANDLER ? VG_(get_SP)(tid) : ~(Addr)0;
      ap_push_root(ap_routine_at(VG_(get_IP)(tid)), sp);
      c->top_sp = sp;
   }
   ap_guest_start(tid);
}

void ap_client_code_stops(ThreadId tid, ULong blocks)
{
   (void)blocks;
   ap_guest_stop(tid);
}

static ApControl *idle_handler(ApOsThread *os)
{
   for (UInt i = 0; i < os->n_handlers; i++)
      if (!os->handlers[i]->active)
         return os->handlers[i];
   os->handlers = VG_(realloc)("aprof.threads.handlers", os->handlers,
                               (os->n_handlers + 1) * sizeof *os->handlers);
   return os->handlers[os->n_handlers++] = ap_control_new(HANDLER, os->number);
}

void ap_signal_delivered(ThreadId tid, Int signal, Bool alternate_stack)
{
   ApOsThread *os = &os_threads[tid];
   ApControl *h = idle_handler(os);

   (void)signal;
   (void)alternate_stack;
   os->current->saved_sp = VG_(get_SP)(tid);
   os->current->saved_ip = VG_(get_IP)(tid);
   h->interrupted = os->current;
   h->active = True;
   os->current = h;
}

/* What a handler has interrupted goes on, maybe elsewhere: the handler may have
   changed the context that it was given.  Where that is a routine's beginning, on
   the same stack, it is called there without a return address: what is pending
   below it lies at the stack pointer, which it may come back to. */
static void goes_on_at(ThreadId tid, Addr sp)
{
   ApControl *c = os_threads[tid].current;
   Addr ip = VG_(get_IP)(tid);
   ApRoutine *r;

   ap_activate(c);
   if (ap_depth(c) == 0)
      return;
   if (sp != c->saved_sp)
      ap_stack_loaded(c->saved_sp, sp, ip);
   else if (ip != c->saved_ip && (r = ap_routine_entered(ip)) != NULL
            && c->top->routine != r)
      ap_call(sp - 1, r);
}

void ap_signal_returns(ThreadId tid, Int signal)
{
   ApOsThread *os = &os_threads[tid];
   Addr sp = VG_(get_SP)(tid);

   (void)signal;
   if (os->current->kind == HANDLER) {
      end_handler(os, os->current);
      goes_on_at(tid, sp);
      return;
   }
   /* A handler switched to a context, and that now returns from the handler's
      frame: what the frame restored is on the stack of one of those that were
      interrupted. */
   for (UInt i = os->n_handlers; i-- > 0; ) {
      ApControl *h = os->handlers[i];
      if (h->active && can_go_on(tid, h->interrupted, sp)) {
         leave(os, os->current, sp);
         end_handler(os, h);
         goes_on_at(tid, sp);
         return;
      }
   }
}

static void becomes_foreign(ApControl *c)
{
   c->cost_base = ap_cost_of(c);
   if (ap_depth(c) == 0)
      return;
   trms_sizes *sizes = VG_(malloc)("aprof.threads.fork",
                                   ap_depth(c) * sizeof *sizes);
   ap_options.engine->pending(c->input, sizes);
   c->sizes_base = sizes[0];
   VG_(free)(sizes);
   ap_become_foreign(c);
}

void ap_forked_child(ThreadId tid)
{
   ApOsThread *survivor = &os_threads[tid];

   for (ThreadId t = 0; t < VG_N_THREADS; t++)
      if (t != tid && os_threads[t].exists)
         end_os_thread(&os_threads[t], False);
   VG_(memset)(&ap_ended, 0, sizeof ap_ended);
   survivor->number = os_seen = os_living = 1;
   for (ApControl *c = ap_controls; c != NULL; c = c->next) {
      c->os_thread = 1;
      becomes_foreign(c);
   }
}
