/* Statements that read the time-stamp counter.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_TIME_STAMP_H
#define ARCH_TIME_STAMP_H

#include "base/base.h"

typedef enum {
   TIME_STAMP_NO,
   TIME_STAMP_VALUE,          /* the statement's temporary gets the counter */
   TIME_STAMP_REGISTERS       /* registers get it, in halves, and a number that
                                 says which processor it is */
} TimeStampKind;

TimeStampKind time_stamp_kind(const IRStmt *st);

/* Offsets of these registers, 64 bits each, in the guest state. */
typedef struct {
   Int low, high, processor;
} TimeStampRegisters;

extern const TimeStampRegisters time_stamp_registers;

#endif
