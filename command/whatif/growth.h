/* Growth: a series that stands for a run with more data.

   Each routine has more work by a factor that its verdict gives
   (assess/scaling.h); the tool multiplies its instructions by it (--growth).
   The number of threads stays that of the run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_GROWTH_H
#define APROF_WHATIF_GROWTH_H

#include "assess/scaling.h"
#include "profile/model.h"
#include "whatif/gains.h"

void growth_add(whatif *s, const whatif_growth *g);

/* Give the series the growth of all routines of the profile: `list`, by routine, as
   scaling_find has found it. */
void growth_of_profile(whatif *s, const model *profile, const scaling *list,
                       uint64_t scale);

/* Tell which routines with much of the cost have their size in an argument, so
   that neither the verdict nor several runs tell how they grow: a note for each. */
void growth_tell_arguments(const model *profile, uint64_t scale);

/* The basis of code that exists inlined only and that the profile does not name:
   it grows as what it is inlined into.  The factor is the mean of its
   instructions, and the interval has all of them. */
#define GROWTH_INLINED "inlined"

/* The series, of a base run, takes the growth of another one as well. */
void growth_move(whatif *to, const whatif *from);

/* Return the growth of the routine of that name, or NULL: its work stays the
   same. */
whatif_growth *growth_find(const whatif *s, const char *routine);

/* The two bounds of the interval: `low` and `high`. */
enum { GROWTH_BOUNDS = 2 };

/* Write the file for --growth, with `bounded` at its bound, or NULL.  Return
   false after one line on stderr. */
bool growth_write(const whatif *s, const char *file,
                  const whatif_growth *bounded, int bound);

/* Return how many bounds of the routine's growth are to be measured: 0 if the
   interval is empty. */
int growth_bounds(const whatif_growth *g);

/* The interval of the gain at a point of a row, in percent, as far as the
   growth of that routine is uncertain.  The program's time between the points
   is interpolated.  False: it was not measured. */
bool growth_interval(const whatif *s, const gains_row *r,
                     const whatif_point *p, double *low, double *high);

#endif
