/* The places that virtual time is charged to: routines, or lines of the source
   (--by).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_PLACES_H
#define SCHED_PLACES_H

#include "symbols/routines.h"

/* The counter stays where it is: instrumented code adds to it. */
typedef struct {
   ULong *counter;            /* time of the running thread since the last
                                 critical_path_flush */
   UInt number;               /* 0, 1, ... in order of creation */
   const Routine *routine;    /* NULL: code without a symbol */
   const HChar *file;         /* a line's; NULL: the place is the routine */
   UInt line;
} Place;

/* Return the place of the instruction, which belongs to this routine. */
const Place *places_of(const Routine *r, Addr insn);

UInt places_count(void);
const Place *places_get(UInt number);
/* Return the counter of a place. */
ULong *places_counter(UInt number);

/* Find the source file and line of an instruction; False: not known.  The texts
   stay as long as the debug information. */
Bool places_source(Addr insn, const HChar **folder, const HChar **file,
                   UInt *line);

#endif
