/* Is what looks like n log n a line whose slope changes once?

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_INFER_STEPS_H
#define APROF_INFER_STEPS_H

#include "infer/infer.h"
#include "infer/sample.h"

/* Do two lines side by side explain costs far better than this curve does? */
bool steps_explain(const sample *s, const infer_curve *curve);

#endif
