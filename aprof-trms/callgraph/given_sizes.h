/* Sizes that are given in place of those that are measured: by the program
   (APROF_SIZE), or by an argument (--size-of).  The arguments of activations
   that are observed are kept in the same way (symbols/observed_arguments.h).

   A frame that has a GivenSize is at or above the floor of its thread of
   control (control.h), so that it ends in shadow_stack.c.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef GIVEN_SIZES_H
#define GIVEN_SIZES_H

#include "callgraph/control.h"

/* Set the size of the current thread's top activation. */
void given_sizes_give(ULong size);

/* `r` begins with a call or jump that has just been made: its size may be an
   argument, or its arguments may be observed. */
void given_sizes_begin(Control *c, Routine *r);

/* If the size of the frame was given, replace the sizes that were measured. */
void given_sizes_apply(const Control *c, const Frame *f, trms_sizes *sizes);

/* The top frame, which has a GivenSize, is about to end: return that. */
GivenSize given_sizes_end_top(Control *c);

/* When the top frame ends, which has a GivenSize, the floor may be `floor` at
   most. */
void given_sizes_let_floor(Control *c, UInt floor);

/* All frames have become foreign: when one that has a GivenSize ends, the floor
   stays above those that are left. */
void given_sizes_become_foreign(Control *c);

#endif
