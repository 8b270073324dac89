/* What has become of a program as a whole: see compare/outcome.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "compare/outcome.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "compare/same_input.h"

char *outcome_without_causes(const matching *m, const change_list *list,
                             bool little)
{
   const double old = (double)m->models[MATCH_OLD]->total.cost;
   const double new = (double)m->models[MATCH_NEW]->total.cost;
   char times[NUMBERS_TEXT];

   if (!changes_is_rest(list))
      return memory_format("Nothing has changed%s.",
                           little ? " by a thousandth of the cost" : "");
   return memory_format(
      "The program costs %s times %s%s: routines are called otherwise, or read "
      "other amounts.  No cost at equal sizes has changed%s.",
      numbers_factor(times, new > old ? new / old : old / new),
      new > old ? "as much" : "less",
      same_input_is(m) ? " for the same input" : "",
      little ? " by a thousandth of it" : "");
}
