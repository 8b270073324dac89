/* Reads and writes of a superblock -> calls of the engine, or inline checks
   that call it only where something changes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ACCESSES_H
#define AP_ACCESSES_H

#include "ir/emit.h"

typedef struct _ApAccesses ApAccesses;

/* For one superblock; it lives as long as the translation. */
ApAccesses *ap_accesses_new(ApEmit *e, const IRSB *sb);

/* Every assignment of the superblock is shown in its order, before accesses
   that use it: addresses that differ by a constant are found by them. */
void ap_accesses_assigned(ApAccesses *x, const IRStmt *assignment);

/* An access of `size` bytes; guard NULL: unconditional. */
void ap_access_read(ApAccesses *x, IRExpr *address, Int size, IRExpr *guard);
/* The same where there is memory at the address also if the guard is false. */
void ap_access_read_if(ApAccesses *x, IRExpr *address, Int size, IRExpr *guard);
/* Kept until ap_access_flush: within an instruction reads precede writes. */
void ap_access_write(ApAccesses *x, IRExpr *address, Int size, IRExpr *guard);
void ap_access_flush(ApAccesses *x);

/* The activation or the thread of control may have changed: nothing that was
   accessed before counts any more. */
void ap_accesses_forget(ApAccesses *x);

/* Will there be writes that are right only as long as there is one thread, or is
   this the last place to find out (ap_renew_check)? */
Bool ap_accesses_need_check(const ApAccesses *x);
/* Another thread of control may have begun: from here on there are none. */
void ap_accesses_be_loud(ApAccesses *x);

#endif
