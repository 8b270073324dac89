/* What instrumented code calls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_events.h"
#include "ap_guest.h"
#include "ap_options.h"
#include "core/trms_check.h"

static inline ApGuest *take(UChar *guest)
{
   ApGuest *g = (ApGuest *)(guest + ap_guest_offset);

   ap_guest_take(g);
   return g;
}

void ap_on_call(UChar *guest, Addr sp, ApRoutine *r)
{
   ApGuest *g = take(guest);

   ap_call(sp, r);
   ap_guest_give(g);
}

void ap_on_call_indirect(UChar *guest, Addr sp, Addr target)
{
   ApGuest *g = take(guest);

   ap_call_indirect(sp, target);
   ap_guest_give(g);
}

void ap_on_call_stub(UChar *guest, Addr sp, Addr target)
{
   ApGuest *g = take(guest);

   ap_call_stub(sp, target);
   ap_guest_give(g);
}

void ap_on_return(UChar *guest, Addr sp, Addr target)
{
   ApGuest *g = take(guest);

   ap_return(sp, target);
   ap_guest_give(g);
}

void ap_on_entry(UChar *guest, Addr sp, ApRoutine *r)
{
   ApGuest *g = take(guest);

   ap_entry(sp, r);
   ap_guest_give(g);
}

void ap_on_stub_jump(UChar *guest, Addr target)
{
   ApGuest *g = take(guest);

   ap_stub_jump(target);
   ap_guest_give(g);
}

void ap_on_resolver(UChar *guest, Addr sp)
{
   ApGuest *g = take(guest);

   ap_resolver_starts(sp);
   ap_guest_give(g);
}

void ap_on_indirect_jump(UChar *guest, Addr sp, Addr target)
{
   ApGuest *g = take(guest);

   ap_indirect_jump(sp, target);
   ap_guest_give(g);
}

void ap_on_stack_loaded(UChar *guest, Addr old, Addr sp, Addr insn)
{
   ApGuest *g = take(guest);

   ap_stack_loaded(old, sp, insn);
   ap_guest_give(g);
}

void ap_on_read(Addr a, SizeT n)
{
   if (!ap_current->quiet)
      ap_options.engine->read(ap_current->input, a, n);
}

void ap_on_write(Addr a, SizeT n)
{
   if (!ap_current->quiet)
      ap_options.engine->write(ap_current->input, a, n);
}

void ap_on_checked_read(Addr a, SizeT n)
{
   if (!ap_current->quiet)
      trms_check_read(ap_current->input, a, n);
}

void ap_on_checked_write(Addr a, SizeT n)
{
   if (!ap_current->quiet)
      trms_check_write(ap_current->input, a, n);
}
