/* What instrumented code needs of the fast engine beside trms.h: where the
   current thread's stamps lie, what they are compared with, and what to call
   where a comparison fails.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_FAST_H
#define APROF_TRMS_FAST_H

#include "trms.h"

/* A stamp: V, 29 bits of time, S; bit 31 is always 0; 0 is "never".
   V (valid): nobody else has written the cell since this thread's latest
   access.  S (shared): with V set and S clear, this thread was the last to
   write the cell, and nobody else has a valid stamp of it. */
#define FAST_VALID  0x40000000u
#define FAST_SHARED 1u

/* The stamp of the cell at address a is at base + (a & ~3), for addresses
   below this. */
#define FAST_WINDOW_BITS 37

typedef struct {
   uintptr_t base;
   /* A cell with a stamp >= top needs nothing when it is read. */
   uint32_t top;
   /* What a write leaves behind, after its check. */
   uint32_t stamp;
} trms_fast_view;

/* Can windows be had?  If not, all accesses must go through the engine's
   functions.  After init. */
bool trms_fast_has_windows(void);

/* The view of the thread's current activation; of a thread without a window,
   or of NULL, one with which every check fails and every write leaves 0. */
trms_fast_view trms_fast_view_of(const trms_thread *t);

/* Whose accesses the functions below tell of; NULL: nobody's, they do
   nothing. */
void trms_fast_run(trms_thread *t);

/* An access whose check has failed, by its size in bytes.  `a` need not be
   aligned. */
void trms_fast_read(uintptr_t a, size_t n);
void trms_fast_read4(uintptr_t a);
void trms_fast_read8(uintptr_t a);
void trms_fast_write(uintptr_t a, size_t n);
void trms_fast_write4(uintptr_t a);
void trms_fast_write8(uintptr_t a);

#endif
