/* Reads and writes, by a thread or by the kernel.  (The slow paths of inline
   checks, trms_fast_read1 and its relatives, are declared in fast.h.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_ACCESSES_H
#define APROF_FAST_ACCESSES_H

#include "engine/fast/state.h"

/* The engine's functions read, write, write_apart and kernel_write
   (engine/trms.h). */
void accesses_read(trms_thread *t, uintptr_t a, size_t n);
void accesses_write(trms_thread *t, uintptr_t a, size_t n);
void accesses_write_apart(trms_thread *t, uintptr_t a, size_t n);
void accesses_kernel_write(uintptr_t a, size_t n);

/* A thread ends: if it runs, it does not run any more (trms_fast_run). */
void accesses_run_no_more(const trms_thread *t);

#endif
