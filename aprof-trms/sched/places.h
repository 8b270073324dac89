/* The places that virtual time is charged to: routines, or lines of the source
   (--by).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_PLACES_H
#define SCHED_PLACES_H

#include "sched/owners.h"

typedef struct {
   UInt instructions;         /* that were instrumented; 0: it is no such
                                 place */
   double sum, low, high;     /* of the factors */
} PlaceGrowth;

/* The counter stays where it is: instrumented code adds to it. */
typedef struct {
   ULong *counter;            /* time of the running thread since the last
                                 critical_path_flush */
   UInt number;               /* 0, 1, ... in order of creation */
   const Routine *routine;    /* NULL: code without a symbol */
   const HChar *file;         /* a line's; NULL: the place is the routine */
   UInt line;
   ULong parts;               /* that it belongs to (parts_of) */
   /* By which factors its instructions grow (--growth), if they are inlined and
      the file does not name their routine: as what they are inlined into. */
   PlaceGrowth growth;
} Place;

/* Return the place of the instruction. */
const Place *places_of(const InsnOwner *o);

UInt places_count(void);
const Place *places_get(UInt number);
/* Return the counters of a place and of those behind it; *together: how many lie
   together there. */
ULong *places_counters(UInt first, UInt *together);

#endif
