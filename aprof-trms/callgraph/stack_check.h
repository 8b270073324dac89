/* The invariants of shadow_stack.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef STACK_CHECK_H
#define STACK_CHECK_H

#include "base/base.h"

/* Return which invariant does not hold for a thread of control; NULL: all hold.
   For sanity_register. */
const HChar *stack_check(void);

#endif
