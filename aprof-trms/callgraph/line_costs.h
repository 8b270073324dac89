/* The cost of each source line, without the cost of what the line calls, by
   --blocks=yes.

   A basic block counts for the line of its last instruction, in the routine
   that the instruction belongs to: an inlined call's or the host's own.  Code
   that other routines have there, since they were inlined without being
   selected, counts for the line that calls them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef LINE_COSTS_H
#define LINE_COSTS_H

#include "symbols/inlined.h"

/* Return the counter of the line of an instruction.  It lives as long as the
   tool. */
ULong *line_costs_counter(Addr insn);

/* Call `put` with each line of a routine that has a cost, in the order of the
   lines' decimal texts as byte strings.  `r` is its own home. */
void line_costs_each(const Routine *r,
                     void (*put)(const HChar *line, ULong cost, void *opaque),
                     void *opaque);

/* Set all counters to 0: a forked child begins. */
void line_costs_forget(void);

#endif
