/* Start, stop and zero of collecting, while the program runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MAIN_STEERING_H
#define MAIN_STEERING_H

#include "base/base.h"

typedef enum {
   STEERING_START, STEERING_STOP, STEERING_TOGGLE, STEERING_ZERO
} Steering;

/* By --collect-atstart. */
void steering_init(void);

/* Do it now.  No client code runs; the thread continues at its present
   instruction.  tid may be invalid: all threads wait in system calls.
   Activations that are pending are not recorded; a start or stop that changes
   nothing has no effect. */
void steering_do(Steering what, ThreadId tid);

#endif
