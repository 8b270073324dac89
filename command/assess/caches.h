/* How much longer a routine may take when its data leave the caches, from
   callgrind's counts of the same work with caches that are smaller by as much
   as the data will become larger.

   A cache misses as often as one that is k times as large misses with data that
   are k times as large, if they are read in the same order.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_CACHES_H
#define APROF_ASSESS_CACHES_H

#include "recorder/ladder.h"
#include "samples/counts.h"

/* The caches of small machines of today, bytes. */
#define CACHES_DATA 40960.0
#define CACHES_LAST 655360.0

/* Return callgrind's options that simulate these caches for data that become
   `scale` times as large; the caller frees the text. */
char *caches_options(unsigned long scale);

/* Return whether the counts are of such caches.  Else there was one line on
   stderr. */
bool caches_fit(const counts *c, const char *name, unsigned long scale);

/* Return the ns that the simulated misses at `first` <= address < `past` may
   take at most, if each waits for all of its load: in all counted runs.  far:
   the bytes that the data will have.  Return a negative number if nothing was
   executed there. */
double caches_added(const counts *c, uint64_t first, uint64_t past,
                    const ladder *memory, double scale, double far);

#endif
