/* The size of the input of an activation: the interface of the engines.

   An engine follows every memory access of every thread of control and returns,
   when an activation ends, how much input it has read: rms, trms and their kin
   ("Multithreaded Input-Sensitive Profiling", Section 2), and on request how
   much output it has written: wms.  It knows nothing of routines, costs or
   Valgrind: these are its caller's.

   Cells are aligned groups of 1 << cell_shift bytes.  An access of n bytes at
   address a touches every cell that [a, a+n) overlaps; n may be 0.  Client
   addresses lie below 2^48; accesses beyond, which can only fault, are ignored.

   Every event names its thread of control, and an engine notices by itself that
   the thread has changed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_H
#define APROF_TRMS_H

#include "engine/platform.h"

/* What one activation has read and written, in cells.  rms <= ext <= trms. */
typedef struct {
   uint64_t rms;        /* reads that are first accesses */
   uint64_t ext;        /* first accesses, or induced by the kernel */
   uint64_t trms;       /* first accesses, or induced by any writer */
   uint64_t external;   /* reads counted in trms that the kernel induced */
   uint64_t thread;     /* reads counted in trms that another thread induced */
   /* Writes that are first accesses, so that rms + wms is the number of cells
      that the activation and what it called have accessed.  0 without
      trms_options.output. */
   uint64_t wms;
} trms_sizes;

typedef struct {
   unsigned cell_shift;        /* log2 of the cell size in bytes, 0 to 4 */
   /* Renumber timestamps when the counter reaches this; 0: the engine's own
      limit.  Small limits are for tests. */
   uint32_t timestamp_limit;
   /* The fast engine: tables even where windows can be had. */
   bool no_windows;
   /* The fast engine: the first thread may write by only storing the stamp, as
      long as there is no other thread (unchecked writes,
      engine/fast/fast.h). */
   bool unchecked_writes;
   /* The fast engine: calloc's memory is noted in ranges (fast/cleared.h) of a
      page and more, not only where that saves much.  For tests. */
   bool small_ranges;
   /* Measure wms, too.  Not with unchecked_writes. */
   bool output;
   /* Is the cell at this address mapped from a file that counts as input?
      Called when a thread first reads a cell that has no writer; a cell that is
      read so counts as written by the kernel before.  NULL: never.  May be
      called again for the same cell, and must then return the same until the
      cell is forgotten.  A cell that moves stays what it was. */
   bool (*is_file_content)(uintptr_t cell_address);
} trms_options;

/* One thread of control: an OS thread, a signal handler, or a user context. */
typedef struct trms_thread trms_thread;

typedef struct {
   const char *name;

   /* Begin without any history.  One instance of each engine at a time. */
   void (*init)(const trms_options *options);
   /* Give all memory back.  Threads need not have ended. */
   void (*finish)(void);

   /* Return a new thread of control with an empty stack, owned by the
      engine. */
   trms_thread *(*thread_new)(void);
   /* The same for a thread that will touch little memory and may be one of
      thousands: a signal handler, a user context. */
   trms_thread *(*context_new)(void);
   /* End a thread: its history goes, and its pending activations are dropped.
      What it has written stays written by it. */
   void (*thread_end)(trms_thread *t);

   /* Begin an activation. */
   void (*call)(trms_thread *t);
   /* End the top activation, and fill in its sizes.  The stack must not be
      empty. */
   void (*ret)(trms_thread *t, trms_sizes *sizes);

   /* Accesses.  With an empty stack they are history, but no activation's
      input.  kernel_read: the kernel reads for t (write, send), which counts as
      a read by t.  kernel_write: the kernel writes (read, recv), on behalf of
      any thread: it is no access of any activation.  write_apart: as write, but
      it counts for no wms. */
   void (*read)(trms_thread *t, uintptr_t a, size_t n);
   void (*write)(trms_thread *t, uintptr_t a, size_t n);
   void (*write_apart)(trms_thread *t, uintptr_t a, size_t n);
   void (*kernel_read)(trms_thread *t, uintptr_t a, size_t n);
   void (*kernel_write)(uintptr_t a, size_t n);

   /* Memory is unmapped, or mapped anew: its cells are as if never accessed nor
      written.  Cells only partly inside the range keep their history. */
   void (*forget)(uintptr_t a, size_t n);
   /* Memory moves (mremap): the target is forgotten, then the source's history
      becomes the target's, and the source has none.  The ranges do not overlap,
      and both are aligned to cells. */
   void (*move)(uintptr_t from, uintptr_t to, size_t n);

   /* A block was copied when realloc moved it: each cell of [to, to+n) gets
      the history of its cell of [from, from+n), which keeps it.  The ranges do
      not overlap; both are aligned to cells. */
   void (*copy)(uintptr_t from, uintptr_t to, size_t n);
   /* calloc has returned a block whose memory was zero already: as write, but
      takes no memory for large parts of it that no thread has accessed. */
   void (*clear)(trms_thread *t, uintptr_t a, size_t n);

   /* Return the number of pending activations. */
   size_t (*depth)(const trms_thread *t);
   /* Fill in the sizes that each pending activation would have if all of them
      ended now, without changing anything: sizes[0] is of the outermost one,
      sizes[depth - 1] of the top. */
   void (*pending)(const trms_thread *t, trms_sizes *sizes);

   /* Check the invariants of the engine's state: of all threads, and of the
      cells in a sample of this many chunks of 64 KB, another one at each call.
      Return NULL, or the invariant that is broken; change nothing. */
   const char *(*broken)(size_t chunks);
} trms_engine;

extern const trms_engine trms_definition;   /* the definition: the oracle */
extern const trms_engine trms_timestamps;   /* the paper's algorithm */
extern const trms_engine trms_fast;         /* the default */

#endif
