/* Which registers are exact when an access to memory faults.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef VEXOPT_FAULT_PRECISION_H
#define VEXOPT_FAULT_PRECISION_H

#include "ir/emit.h"

/* To be called after Valgrind has read the user's options. */
void fault_precision_init(void);

/* Remove stores of the instruction pointer that matter for faults only. */
void fault_precision_remove_ip(IRSB *sb);

/* May a system call of the program change the precision? */
Bool fault_precision_may_change(void);
/* Does the system call that the guest is about to make change it?  If so, then
   change it, for code that is translated from then on: the caller must have all
   code translated anew. */
Bool fault_precision_change(UChar *guest);

#endif
