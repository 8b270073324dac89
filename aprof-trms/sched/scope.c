/* The scope of --what-if: see scope.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/scope.h"
#include "base/options.h"
#include "guest/guest_fields.h"
#include "sched/places.h"
#include "pub_tool_machine.h"
#include "pub_tool_threadstate.h"
#include "pub_tool_xarray.h"

/* An entry of code in the scope from outside. */
typedef struct {
   UWord sp;
   ULong charge, faster;      /* of the code outside */
} Entry;

typedef struct {
   GuestWhatIf fields;        /* while it does not run */
   XArray *entries;           /* the outermost first */
} Thread;

static Thread *threads;       /* by ThreadId */
static Thread *running;

void scope_thread_begins(ThreadId tid)
{
   const InsnOwner nothing = { .insn = 0 };
   Thread *t;

   if (tool_options.what_if == NULL)
      return;
   if (threads == NULL)
      threads = VG_(calloc)("aprof.scope.threads", VG_N_THREADS,
                            sizeof *threads);
   t = &threads[tid];
   t->fields = (GuestWhatIf){ .charge = (UWord)places_of(&nothing)->counter };
   if (t->entries == NULL)
      t->entries = VG_(newXA)(VG_(malloc), "aprof.scope.entries", VG_(free),
                              sizeof(Entry));
   VG_(dropTailXA)(t->entries, VG_(sizeXA)(t->entries));
}

void scope_code_starts(ThreadId tid)
{
   if (threads == NULL)
      return;
   running = &threads[tid];
   VG_(set_shadow_regs_area)(tid, 1, GUEST_FIELD(what_if),
                             sizeof running->fields,
                             (UChar *)&running->fields);
}

void scope_code_stops(ThreadId tid)
{
   if (threads != NULL)
      VG_(get_shadow_regs_area)(tid, (UChar *)&threads[tid].fields, 1,
                                GUEST_FIELD(what_if),
                                sizeof threads[tid].fields);
}

/* Forget the entries that have returned, or were left by a jump.  Return the
   outermost of them; NULL: there is none.  It is valid until the next entry. */
static const Entry *returned(UWord sp)
{
   const Entry *outermost = NULL, *e;

   while (VG_(sizeXA)(running->entries) > 0) {
      e = VG_(indexXA)(running->entries, VG_(sizeXA)(running->entries) - 1);
      if (e->sp >= sp)
         break;
      outermost = e;
      VG_(dropTailXA)(running->entries, 1);
   }
   return outermost;
}

void scope_enter(UChar *guest, UWord sp, UWord is_entry)
{
   GuestWhatIf *g = &guest_fields_in(guest)->what_if;

   returned(sp);
   if (is_entry) {
      Entry e = { sp, g->charge, g->faster };
      VG_(addToXA)(running->entries, &e);
   }
   g->inside = 1;
}

void scope_leave(UChar *guest, UWord sp)
{
   GuestWhatIf *g = &guest_fields_in(guest)->what_if;
   const Entry *e = returned(sp);

   if (e != NULL) {
      g->charge = e->charge;
      g->faster = e->faster;
   }
   g->inside = 0;
}
