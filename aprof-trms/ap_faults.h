/* Which registers are up to date where an access to memory faults.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_FAULTS_H
#define AP_FAULTS_H

#include "ap_emit.h"

/* After Valgrind has read the user's options. */
void ap_faults_init(void);

/* Before a system call, which the instruction at this address makes. */
void ap_faults_before_syscall(ApEmit *e, Addr insn, Int offset_ip);

/* Are translations being discarded of code that is still the same? */
Bool ap_faults_are_discarding(void);
/* No more: client code starts. */
void ap_faults_discarded(void);

#endif
