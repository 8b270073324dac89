/* The rate of a recording, and how it is kept within the budget.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RECORDER_BUDGET_H
#define APROF_RECORDER_BUDGET_H

#include "recorder/recording.h"

/* Choose the rate: that of the options, or the one whose samples take the
   budget.  A note tells of it. */
void budget_choose_rate(recording *r);

/* Return the mean period of the main event at the present rate, in its unit. */
uint64_t budget_period(const recording *r);

/* Begin to compare with the budget at a time, ns. */
void budget_check(recording *r, uint64_t now);

/* Slow down a machine's recording if the samples and this process take more
   than the budget, and back; the time between is long, so that single bursts
   don't count.  A note tells of a rate below half of that of the note
   before. */
void budget_keep(recording *r, uint64_t now);

#endif
