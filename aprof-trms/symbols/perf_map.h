/* Names of generated code: /tmp/perf-PID.map, which just-in-time compilers
   write for the profiler perf.

   Each line is "START SIZE NAME", start and size in hexadecimal.  The program
   adds lines as it generates code.  If it frees code and uses the memory again,
   then the later line holds.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_PERF_MAP_H
#define SYMBOLS_PERF_MAP_H

#include "base/base.h"

/* A piece of generated code.  All texts live as long as the tool. */
typedef struct {
   Addr start;
   SizeT size;
   const HChar *name;           /* of the routine, without the tier of the
                                   compiler: all tiers are one routine */
   const HChar *file;           /* of its source; "" if it is not known */
   UInt line, column;           /* 0: not known */
   Bool is_interpreted;         /* the code only calls an interpreter, which
                                   executes the routine */
} PerfMapEntry;

/* The process begins, or is a child that has been forked just now.  Compilers leave
   their maps behind: one that is older is of an earlier process with the same
   number. */
void perf_map_begin(void);

/* Read the lines that the program has added since the last call.  Nothing
   happens if there is no map, or if it belongs to another user or an earlier
   process. */
void perf_map_refresh(void);

/* Return the newest entry that has been read and covers the address, or NULL.
   It is valid until perf_map_refresh is called. */
const PerfMapEntry *perf_map_find(Addr code);

#endif
