/* The growth of the routines in a table of samples, from a profile of the same
   program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SECONDS_H
#define APROF_ASSESS_SECONDS_H

#include "assess/predict.h"
#include "samples/table.h"

#define SECONDS_NONE SIZE_MAX

typedef struct {
   size_t routine;                    /* its index in the profile, or
                                         SECONDS_NONE */
   bool known;                        /* the profile has the routine, and allows
                                         a prediction */
   bool reread;                       /* its sizes say nothing, but it is where
                                         a suspect reads the same again and
                                         again, as the report says: there may be
                                         more calls as well */
   size_t more_by;                    /* it is predicted by its calls, of which a
                                         suspect makes more on a larger input, as
                                         the report says; SECONDS_NONE: none */
   bool by_runs;                      /* the program has an input larger by the
                                         scale, as several runs of the profile
                                         tell; else each call has one, and there
                                         are no more of them */
   self_prediction p;
   double slower;                     /* how much longer a step may take, by the
                                         caches that the data leave; 1: they
                                         leave none; INFINITY: not known */
   double shorter;                    /* how much less a step may take, since
                                         loops are left less often; at least
                                         1 */
} seconds_growth;

/* The time with larger inputs, in the unit of `time`, the row's time.  The
   range has the 95 % intervals of the curve and of the samples, and a step that
   takes from 1 / SECONDS_STEP to SECONDS_STEP times as long as now: these are
   independent, so their logarithms add up as squares.  The upper end also has
   what the caches may do: it is INFINITY if that is not known.  The lower end
   has that loops are longer: the end of a loop is mispredicted, which takes as
   long as SECONDS_LOOP_END of its steps.  bench/predict checks the range. */
#define SECONDS_STEP 1.5
#define SECONDS_LOOP_END 64

typedef struct {
   double time, low, high;
} seconds_then;

seconds_then seconds_then_of(const seconds_growth *g, const table_row *row,
                             double time);

/* Return the name of the growth's class; "-": only the factor is known. */
const char *seconds_class(char buffer[GROWTH_NAME_SIZE],
                          const seconds_growth *g);

/* Whether the data may leave a cache so that steps take notably longer. */
bool seconds_leaves_cache(const seconds_growth *g);

/* Return the growth of each row; the caller frees the array.  Routines are
   found by their name and the name of their file.  A note on stderr says if
   none is found, or if the builds differ.  counts_name: callgrind's counts of
   the work of one run, with caches as of assess/caches.h; NULL: there are none,
   and how much longer a step takes is known only of data that leave no cache.
   Return NULL after one line on stderr if they can't be used. */
seconds_growth *seconds_find(const sample_table *t, const samples *s,
                             const model *profile, unsigned long scale,
                             const char *counts_name);

#endif
