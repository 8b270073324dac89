/* What Coz's header looks for in a program that it annotates: the function that
   gives it counters.

   `aprof what-if` preloads this object.  The program increments the counters by
   itself; the tool is told where they lie.  Two calls with one name get two
   counters of one point.

   No libc: the program's own may be any.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "include/aprof.h"

#include <stddef.h>

/* The layout is Coz's. */
typedef struct {
   size_t count, backoff;
} coz_counter;

/* A call for each place in the source: more are not counted. */
enum { COUNTERS = 4096 };

static coz_counter counters[COUNTERS];
static unsigned used;

coz_counter *_coz_get_counter(int type, const char *name);

coz_counter *_coz_get_counter(int type, const char *name)
{
   const unsigned i = __atomic_fetch_add(&used, 1, __ATOMIC_RELAXED);

   return i < COUNTERS && APROF_COUNTER(type, name, &counters[i].count)
          ? &counters[i] : NULL;
}
