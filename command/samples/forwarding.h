/* Loads of what narrower stores have just written.

   A load gets what a store before has not yet written to the cache from that
   store, if the store has all of its bytes.  If it has only some, the load
   waits until the store is done.  Both are found in a basic block, where they
   have the same registers in their addresses, and none of these is written in
   between.

   Source: A. Fog, "The microarchitecture of Intel, AMD and VIA CPUs", on store
   forwarding stalls.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_FORWARDING_H
#define APROF_SAMPLES_FORWARDING_H

#include "samples/code.h"

/* Return of each instruction whether it loads so.  The caller frees the
   array. */
bool *forwarding_blocked(const code *c);

#endif
