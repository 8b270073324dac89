/* Instrumented code that counts virtual time.

   All functions do nothing without --sched=virtual.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_EMIT_TIME_H
#define SCHED_EMIT_TIME_H

#include "ir/emit.h"

typedef struct {
   Emit *e;
   ULong pending;             /* time of the code since the last flush */
   ULong *counter;            /* of the routine that it belongs to, or NULL */
   ULong counted;             /* its part of the pending time */
} EmitTime;

/* Begin a superblock: it exits if the thread has used its time.  start: its
   address, redirected or not. */
void emit_time_begin(EmitTime *t, Emit *e, Addr start, Int offset_ip);

/* The instruction at the address, which makes a system call or does not, is
   next. */
void emit_time_instruction(EmitTime *t, Addr address);
void emit_time_before_syscall(EmitTime *t, Addr insn, Int offset_ip);

/* Add the pending time: before an exit, and at the superblock's end. */
void emit_time_flush(EmitTime *t);

/* Return a statement that is to replace this one, which may read the time-stamp
   counter. */
IRStmt *emit_time_replace(EmitTime *t, IRStmt *st);

#endif
