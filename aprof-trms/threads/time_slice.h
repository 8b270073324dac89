/* How long a thread keeps its turn.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_TURNS_H
#define AP_TURNS_H

#include "base/base.h"

/* Once the options are known. */
void ap_turns_init(void);

/* The thread's client code starts; `threads` live. */
void ap_turn_goes_on(ThreadId tid, UInt threads);

/* Where fewer superblocks than this are left of the running thread's turn, it
   may be prolonged; 0: it may not. */
extern UInt ap_turn_late;

/* The thread gets on: prolongs its turn if that is late, and may be. */
void ap_turn_prolong(UChar *guest);

#endif
