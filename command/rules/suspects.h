/* What `aprof report` names of a profile and not of its baseline.  A rule on
   new classes that asks for a surer answer than the report gives is not held
   there: it is undecided.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RULES_SUSPECTS_H
#define APROF_RULES_SUSPECTS_H

#include "rules/evaluation.h"
#include "rules/findings.h"

/* Find the routines that report names as suspects in the new profile alone,
   which grow at least as a class by their points more likely than not, or which
   read the same data again and again; and the calls of which it says that the
   cost is the square of the input where their number grows.  Routines that cost
   as before at equal sizes are none.  All are added to *found. */
void suspects_find(evaluation *e, growth bound, findings *found);

#endif
