/* Calls that the lazy resolver makes: see callgraph/resolver.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/resolver.h"
#include "arch/calls.h"
#include "arch/plt.h"
#include "callgraph/call_targets.h"
#include "symbols/code_objects.h"
#include "symbols/code_symbols.h"

/* A look-up takes some thousand blocks, some hundred thousand with many
   libraries.  What takes much longer is no look-up, and from then on it is
   measured. */
enum { MOST_COST = 50000000 };

/* The code that the heads of PLTs jump to: the dynamic linker has a few such
   routines. */
enum { MOST_TRAMPOLINES = 8 };
/* None of them is longer. */
enum { LONGEST = 8192 };
static Addr trampolines[MOST_TRAMPOLINES];
static UInt n_trampolines;

static Bool is_trampoline(Addr code)
{
   for (UInt i = 0; i < n_trampolines; i++)
      if (trampolines[i] == code)
         return True;
   return False;
}

void resolver_see_head(Addr head)
{
   const Addr *slot = plt_head_slot(head);

   if (slot != NULL && n_trampolines < MOST_TRAMPOLINES
       && !is_trampoline(*slot))
      trampolines[n_trampolines++] = *slot;
}

static Bool is_behind_trampoline(Addr code)
{
   for (UInt i = 0; i < n_trampolines; i++)
      if (code > trampolines[i] + 1 && code - trampolines[i] < LONGEST)
         return True;
   return False;
}

/* A dynamic linker without symbols says in its frames where routines begin.  What
   lies behind a trampoline is looked up alone: others' frames need not be read. */
Bool resolver_goes_on_at(Addr code)
{
   Addr start;

   return n_trampolines > 0 && is_behind_trampoline(code)
          && (code_symbol_covers(code, &start)
              || code_objects_frame_start(code, &start) != NULL)
          && is_trampoline(start) && calls_is_after_indirect(code);
}

/* Calls at or below `sp` were left without a return. */
static void drop_left(Control *c, Addr sp)
{
   while (c->n_resolver_calls > 0
          && c->resolver_calls[c->n_resolver_calls - 1].sp <= sp)
      c->n_resolver_calls--;
}

static void remember(Control *c, Addr sp)
{
   drop_left(c, sp);
   if (c->n_resolver_calls == c->resolver_calls_room) {
      c->resolver_calls_room = 2 * c->resolver_calls_room + 4;
      c->resolver_calls
         = VG_(realloc)("aprof.resolver.calls", c->resolver_calls,
                        c->resolver_calls_room * sizeof *c->resolver_calls);
   }
   c->resolver_calls[c->n_resolver_calls++]
      = (ResolverCall){ sp, c->resolver_sp };
}

static Bool is_direct(Addr return_address, const Routine *callee)
{
   Addr target = calls_direct_target(return_address);

   return target != 0 && call_targets_routine(target) == callee;
}

Bool resolver_calls(Control *c, Addr sp, const Routine *callee)
{
   Addr return_address = calls_return_address(sp);

   if (control_cost_now - c->resolver_cost > MOST_COST) {
      control_end_resolver();
      return False;
   }
   if (sp < c->resolver_callee)
      return False;
   if (is_direct(return_address, callee)) {
      c->resolver_callee = sp;
      return False;
   }
   remember(c, sp);
   control_end_resolver();
   return True;
}

void resolver_returns(Control *c, Addr sp)
{
   if (sp > c->resolver_callee)
      c->resolver_callee = 0;
}

Bool resolver_goes_on(Control *c, Addr sp)
{
   Addr at_entry = sp - STACK_RETURN_SLOT;

   while (c->n_resolver_calls > 0
          && c->resolver_calls[c->n_resolver_calls - 1].sp < at_entry)
      c->n_resolver_calls--;
   if (c->n_resolver_calls == 0
       || c->resolver_calls[c->n_resolver_calls - 1].sp != at_entry)
      return False;
   control_begin_resolver(
      c->resolver_calls[--c->n_resolver_calls].resolver_sp);
   return True;
}
