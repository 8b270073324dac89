/* Recursions: routines that call each other, or themselves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_CIRCLE_H
#define APROF_ASSESS_CIRCLE_H

#include "profile/model.h"

#include <stddef.h>

/* Return for each routine the number of the recursion that it is a part of,
   from 1 on; 0: it is in none.  Two routines are in one recursion if each calls
   the other, through any number of others.  *count: the number of recursions.
   The caller frees the list. */
size_t *circle_number_all(const model *m, size_t *count);

#endif
