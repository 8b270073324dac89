/* What a program would cost beside a routine on larger inputs: other suspects grow
   steeply as well.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_BESIDE_H
#define APROF_ASSESS_BESIDE_H

#include "assess/order.h"
#include "assess/predict.h"

typedef struct {
   const ranked *suspect;
   bool *below;                       /* of each routine: the suspect calls it,
                                         through any number of others */
   bool *apart;                       /* neither calls the other */
} beside_suspect;

/* The suspects of a ranking, the costliest first. */
typedef struct {
   beside_suspect *list;
   size_t count;
} beside;

/* The ranking must outlive the list; beside_free frees it. */
beside beside_find(const order_ranking *ranking);
void beside_free(beside *b);

/* Predict, as by predict or predict_reread, what a routine costs at `size`.  The
   percentage is of a run in which the suspects above the routine, and those apart
   from it and from each other, grow by their own verdicts, all else in proportion. */
bool beside_predict(const beside *b, const ranked *r, double size,
                    prediction *p);

#endif
