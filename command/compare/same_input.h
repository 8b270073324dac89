/* Two profiles of the same work: the same command lines, and as much input from
   the kernel.  Then the number of calls is a scale of its own.  A routine that
   is called as often as before, and reads more, has got the larger inputs by
   the change of the program: its costs at equal sizes do not show that.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_SAME_INPUT_H
#define APROF_COMPARE_SAME_INPUT_H

#include "compare/match.h"

/* Return whether both sides have the same command lines, programs' names and
   the folders of arguments apart, and as much input from the kernel, within 1
   %, which is a part of their input that counts. */
bool same_input_is(const matching *m);

/* Return whether each run has its own one with equal arguments on the other side,
   programs' names and the folders of arguments apart. */
bool same_input_has_equal_commands(const matching *m);

/* Return whether a scale of the input is that of equal input. */
bool same_input_is_equal(double scale);

/* Return how often the old input from the kernel the new one is, whatever the
   command lines; 0: on one side it is no part of the input that counts. */
double same_input_scale(const matching *m);

/* Return how often the old cost of all its calls the new cost of a pair is, for
   a pair that is called as often as before and reads another amount; 0: it is
   not so, or is called on one side only. */
double same_input_ratio(const matching *m, size_t pair);

#endif
