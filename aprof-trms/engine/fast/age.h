/* The age of a stamp: which pending activations had started at its time.

   Nothing else of a stamp's time is ever used, so any time with the same answer
   may stand for it.  Renumbering and folding rely on that.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_AGE_H
#define APROF_FAST_AGE_H

#include "engine/fast/state.h"

/* Return how many pending activations of t, the bottom of its stack included,
   had started at the time of a stamp, which must be valid. */
uint32_t age_rank(const trms_thread *t, uint32_t stamp);

/* The times with the same answer, as valid stamps: [first, past). */
typedef struct {
   uint32_t first, past;
} age_span;

/* Return the span of a stamp's time.  first is the start of the latest
   activation that had started. */
age_span age_span_of(const trms_thread *t, uint32_t stamp);

#endif
