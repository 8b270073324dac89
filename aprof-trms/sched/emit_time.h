/* Instrumented code that counts virtual time, and visits of progress points.

   All functions do nothing without --sched=virtual.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_EMIT_TIME_H
#define SCHED_EMIT_TIME_H

#include "ir/emit.h"

/* Code that is charged to one counter. */
typedef struct {
   ULong *counter;            /* NULL: to the one that the guest state names
                                 (GuestWhatIf.charge), if time is charged */
   ULong time;                /* that it takes... */
   ULong faster;              /* ...and if GuestWhatIf.faster is not 0 */
} EmitTimeSum;

typedef struct {
   Emit *e;
   EmitTimeSum pending;       /* of the code since the last flush */
   EmitTimeSum one;           /* of the current instruction */
   Addr routine;              /* the entry of the current instruction's routine
                                 if that is a progress point, else 0 */
   Bool inlined;              /* the current instruction belongs to an inlined
                                 call of what is faster with its callees */
   /* With a scope: */
   Bool knows;                /* the code below has been executed */
   Bool told;                 /* and the guest state says so */
   ULong *counter;            /* of the code inside that was executed last */
   Bool selected;             /* that code is made faster */
} EmitTime;

/* Begin a superblock: it exits if the thread has used its time.  start: its
   address, redirected or not. */
void emit_time_begin(EmitTime *t, Emit *e, Addr start, Int offset_ip);

/* The instruction at the address, which makes a system call or does not, is
   next.  counts: it takes the time of one. */
void emit_time_instruction(EmitTime *t, Addr address, Bool counts);
/* The instruction takes the time of so many more.  To be called if time
   counts. */
Bool emit_time_counts(void);
void emit_time_more(EmitTime *t, IRExpr *instructions);
void emit_time_before_syscall(EmitTime *t, Addr insn, Int offset_ip);

/* Add the pending time: before a side exit, and at the superblock's end. */
void emit_time_exit(EmitTime *t, const IRStmt *exit);
void emit_time_end(EmitTime *t, const IRSB *sb);

/* If the statement reads the time-stamp counter: append one that reads virtual
   time, and return True. */
Bool emit_time_replaces(EmitTime *t, const IRStmt *st);
/* The statement was appended. */
void emit_time_after(EmitTime *t, const IRStmt *st);

#endif
