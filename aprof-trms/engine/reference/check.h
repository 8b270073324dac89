/* Two engines in one: fast, and timestamps to hold it against.

   Every event goes to both, and at every return their answers are compared.
   Instrumented code checks accesses inline for the fast one, exactly as it
   does without this, and tells the other one of each access beside that.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_CHECK_H
#define APROF_TRMS_CHECK_H

#include "engine/trms.h"

extern const trms_engine trms_check;

/* The fast engine's part of a thread. */
trms_thread *trms_check_fast(const trms_thread *t);

/* An access that the fast engine is told of inline. */
void trms_check_read(trms_thread *t, uintptr_t a, size_t n);
void trms_check_write(trms_thread *t, uintptr_t a, size_t n);

/* A call that trms_fast_push, a return that trms_fast_pop has done for the fast
   engine. */
void trms_check_call(trms_thread *t);
void trms_check_return(trms_thread *t, uint64_t size);

/* How many returns were compared, and how many of them differed; the first
   that did. */
typedef struct {
   uint64_t compared, different;
   trms_sizes fast, timestamps;
} trms_check_result;
const trms_check_result *trms_check_results(void);

#endif
