/* Start, stop and zero of collecting, while the program runs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MAIN_STEERING_H
#define MAIN_STEERING_H

#include "base/base.h"

typedef enum {
   STEERING_NONE, STEERING_START, STEERING_STOP, STEERING_TOGGLE, STEERING_ZERO
} Steering;

/* By --collect-atstart. */
void steering_init(void);

/* Do it now: no client code runs; the thread continues at its present
   instruction.  Activations that are pending are not recorded; a start or stop
   that changes nothing has no effect. */
void steering_do(Steering what, ThreadId tid);

/* Do it when client code starts next: in the middle of a translation the guest
   state is not known. */
void steering_do_later(Steering what);
/* Client code of the thread is about to start. */
void steering_code_starts(ThreadId tid);

#endif
