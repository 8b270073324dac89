/* Which registers are up to date where an access to memory faults.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_FAULTS_H
#define AP_FAULTS_H

#include "ir/emit.h"

/* After Valgrind has read the user's options. */
void ap_faults_init(void);

/* Leaves out that the instruction pointer is stored where no fault matters: each
   way out of the superblock stores it. */
void ap_faults_drop_pointer(IRSB *sb);

/* May a system call change it, for code that is translated from then on? */
Bool ap_faults_may_change(void);
/* Does the one that the guest is about to make change it?  It is done, and all
   translations have to be made anew. */
Bool ap_faults_change(UChar *guest);

#endif
