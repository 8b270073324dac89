/* Routines that call each other: a recursion.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_CIRCLE_H
#define APROF_ASSESS_CIRCLE_H

#include "profile/model.h"

#include <stdbool.h>

/* Set for each routine whether this one calls it, and it calls this one, both
   through any number of others; return whether there is any, be it the routine
   itself. */
bool circle_find(const model *m, size_t routine, bool *in_circle);

#endif
