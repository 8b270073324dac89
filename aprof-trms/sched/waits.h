/* What a thread waits for in virtual time.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_WAITS_H
#define SCHED_WAITS_H

#include "arch/syscall_state.h"
#include "engine/schedule/schedule.h"

typedef enum {
   WAIT_NONE,
   WAIT_FUTEX,          /* a wake-up of the futex; then the call returns 0 */
   WAIT_SLEEP,          /* the deadline; then the call returns 0 */
   WAIT_FILES,          /* file descriptors; then the call is made */
   WAIT_SPIN            /* memory that another thread changes (spins.h): no
                           call is made */
} WaitKind;

#endif
