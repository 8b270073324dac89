/* Translations that are made anew.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_RENEW_H
#define AP_RENEW_H

#include "ap_emit.h"

/* After the engine has started. */
void ap_renew_init(void);

/* Before a system call, which the instruction at this address makes. */
void ap_renew_before_syscall(ApEmit *e, Addr insn, Int offset_ip);

/* Are translations being discarded of code that is still the same? */
Bool ap_is_renewing(void);
/* No more: client code starts. */
void ap_renewed(void);

#endif
