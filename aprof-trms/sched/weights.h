/* How long an instruction takes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_WEIGHTS_H
#define SCHED_WEIGHTS_H

#include "symbols/routines.h"

/* Read the files of --weights and --growth, if there are any.  Return NULL, or
   a text that says what is wrong: the caller frees it. */
HChar *weights_read(void);

/* Return the time that an instruction of the routine takes, in units
   (clocks.h); NULL: of code without a symbol. */
ULong weights_of(const Routine *r);

/* Do --weights or --growth name a routine, or does --what-if look at them, so
   that routines differ? */
Bool weights_differ(void);

#endif
