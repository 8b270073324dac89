/* Two engines in one: fast, and timestamps to compare it with.

   Every event goes to both, and at every return their sizes are compared.
   Instrumented code checks accesses inline for the fast engine, exactly as it
   does without this one, and passes each access to the other engine as well.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_CHECK_H
#define APROF_TRMS_CHECK_H

#include "engine/trms.h"

extern const trms_engine trms_check;

/* Return the fast engine's part of a thread. */
trms_thread *trms_check_fast(const trms_thread *t);

/* An access that instrumented code has made inline for the fast engine. */
void trms_check_read(trms_thread *t, uintptr_t a, size_t n);
void trms_check_write(trms_thread *t, uintptr_t a, size_t n);
void trms_check_write_apart(trms_thread *t, uintptr_t a, size_t n);

/* A call that trms_fast_push, or a return that trms_fast_pop, has done for the
   fast engine.  size: rms, ext and trms of the activation. */
void trms_check_call(trms_thread *t);
void trms_check_return(trms_thread *t, uint64_t size);

typedef struct {
   uint64_t compared, different;   /* returns */
   trms_sizes fast, timestamps;    /* of the first return that differed */
} trms_check_result;
/* Return what has been compared so far. */
const trms_check_result *trms_check_results(void);

/* In a forked child: what its parent has compared is the parent's. */
void trms_check_forget(void);

#endif
