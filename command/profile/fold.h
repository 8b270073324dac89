/* Folding the threads of a profile.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_FOLD_H
#define APROF_PROFILE_FOLD_H

#include "profile/model.h"

/* Fold the threads of m: all tables become tables of MODEL_ALL_THREADS. */
void fold_threads(model *m);

#endif
