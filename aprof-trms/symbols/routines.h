/* Code address -> routine.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_ROUTINES_H
#define SYMBOLS_ROUTINES_H

#include "symbols/inlined_homes.h"
#include "symbols/routine.h"

/* Return the routine that a call to `code` activates: the routine whose symbol
   covers the address, or, if there is no symbol, a routine that begins
   there. */
Routine *routines_at(Addr code);

/* Is there a routine, of those known so far, whose splits_stack is True? */
Bool routines_have_split_stacks(void);

/* Return the routine that a jump to `code` enters, or NULL.  Code without a
   symbol is entered by calls only, unless a bare symbol begins a routine there,
   or the jump comes from another object (helpers_jump_out); the compiler's
   f.cold and f.part.N belong to the routine that jumps there. */
Routine *routines_entered(Addr code);
/* The same for code that no symbol covers. */
Routine *routines_entered_bare(Addr code);

/* Is the code that of a hidden routine? */
Bool routines_hide(Addr code);

/* Name the routines in generated code that had no name when it was executed by
   the lines that the map has now: Java writes it at its end.  No code may be
   executed from now on. */
void routines_name_generated(void);

/* Return the routine that is the region of this name, in any routine; its
   source is that of `insn` if it is new. */
Routine *routines_region(const HChar *name, Addr insn);

/* --include is given: has_calls tells whether inlined calls in the code of the
   routine that begins at `entry` are measured.  Then the routine is, too. */
void routines_show_hosts(Bool (*has_calls)(Addr entry));

/* No further activation of the routine is observed. */
void routines_end_observation(Routine *r);

/* Return the routine of which there are inlined calls: its statistics are those
   of the routine out of line with the same source, if there is one or if there
   will be.  growth: what it is, if it moves a growing block; else NULL. */
Routine *routines_of_inlined(const InlinedSource *source,
                             const MemoryRoutine *growth);
/* Return a new routine for an inlined call of `home`. */
Routine *routines_new_inlined(Routine *home, const struct _InlinedCall *call);

/* The code in this range is discarded: forget which routines its addresses
   belong to.  The routines stay. */
void routines_discard(Addr start, SizeT length);

/* Return the number of routines, and the routine with this id. */
UInt routines_count(void);
Routine *routines_get(UInt id);

#endif
