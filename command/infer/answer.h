/* What is said, from what is probable: the class, the one next to it, the
   exponent's interval and the curve.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_ANSWER_H
#define APROF_INFER_ANSWER_H

#include "infer/models.h"

/* Nothing is said: all is 0, and the classes are undecided. */
void answer_clear(verdict *v);

/* Takes over the account of the models that were tried, but for the exponent.
   False: no model at all suits, and nothing is said. */
bool answer_take(verdict *v, const tally *t);

/* The exponent's median and its central 95 %, after the classes. */
void answer_take_exponent(verdict *v, exponent_posterior *e);

/* Another opinion on the same costs counts as much. */
void answer_join(verdict *v, const verdict *other);

/* Only `share` of the posterior stays, the rest is of `instead`. */
void answer_mix(verdict *v, double share, const double instead[GROWTH_KINDS]);

/* Makes no class more probable than this. */
void answer_doubt(verdict *v, double most);

/* No class is probable enough to be named: there is no curve, either. */
void answer_leave_open(verdict *v);

/* Nothing that is steeper than the exponent's interval is named beside the
   class: what it was given is the class's, as far as that gets no more probable
   than `most`. */
void answer_drop_steeper(verdict *v, double most);

/* The exponent's interval contains what the class says; with a logarithm that
   is a little more than its power. */
void answer_include_class(verdict *v);

#endif
