/* The pilot curve of a sample.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_PILOT_H
#define APROF_INFER_PILOT_H

#include "infer/sample.h"

/* Set pilot, residual, scatter and noise.  Response and weight are used as
   scratch space; sample_weigh sets them afterwards. */
void pilot_fit(sample *s);

/* Take a model's curve for the pilot curve, if it is much nearer to the points.
   Return whether it is. */
bool pilot_take_curve(sample *s, const verdict_curve *curve);

#endif
