/* The size of the input of an activation: the interface of the engines.

   An engine follows every memory access of every thread of control and tells,
   when an activation returns, how much input it has read (rms, trms and their
   kin; "Multithreaded Input-Sensitive Profiling", Section 2).  It knows
   nothing of routines, costs or Valgrind: who calls it keeps those.

   Cells are aligned groups of 1 << cell_shift bytes.  An access of n bytes at
   address a touches every cell that [a, a+n) overlaps; n may be 0.
   Client addresses lie below 2^48; accesses beyond, which can only fault, are
   ignored.

   Every event names its thread of control; an engine notices by itself that
   the thread has changed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TRMS_H
#define APROF_TRMS_H

#include "engine/platform.h"

/* What one activation has read, in cells.  rms <= ext <= trms. */
typedef struct {
   uint64_t rms;        /* reads that are first accesses */
   uint64_t ext;        /* first accesses, or induced by the kernel */
   uint64_t trms;       /* first accesses, or induced by anybody */
   uint64_t external;   /* those of trms that the kernel induced */
   uint64_t thread;     /* those of trms that another thread induced */
} trms_sizes;

typedef struct {
   unsigned cell_shift;        /* log2 of the cell size in bytes, 0 to 4 */
   /* Renumber when the counter reaches this; 0: the engine's own limit.
      Small limits are for tests. */
   uint32_t timestamp_limit;
   /* The fast engine: three-level tables even where windows can be had. */
   bool no_windows;
   /* The fast engine: the first thread's writes may be made by leaving their
      stamp alone, as long as it is the only one (engine/fast/fast.h). */
   bool quiet_writes;
   /* The fast engine: stamps are packed (fast/pack.c), and calloc's memory is
      noted in ranges (fast/cleared.c), wherever that can be done, not only
      where it saves much.  For tests. */
   bool pack_always;
   /* Is the cell at this address mapped from a file that counts as input?
      Asked when a cell without a writer is first read by a thread; a cell that
      is so read counts as written by the kernel before anybody touched it.
      NULL: never.  May be asked again about the same cell, and must then say
      the same until the cell is forgotten; a moved cell stays what it was. */
   bool (*is_file_content)(uintptr_t cell_address);
} trms_options;

/* One thread of control (OS thread, signal handler, user context). */
typedef struct trms_thread trms_thread;

typedef struct {
   const char *name;

   /* Starts from nothing.  One instance of each engine at a time. */
   void (*init)(const trms_options *options);
   /* Gives all memory back; the threads need not have ended. */
   void (*finish)(void);

   /* A new thread of control with an empty stack.  Owned by the engine. */
   trms_thread *(*thread_new)(void);
   /* The same, for one that will touch little memory and may be one of
      thousands: a signal handler, a user context. */
   trms_thread *(*context_new)(void);
   /* Its history goes; what it wrote last stays written.  What is pending
      on its stack is dropped. */
   void (*thread_end)(trms_thread *t);

   void (*call)(trms_thread *t);
   /* Ends the top activation and tells its sizes.  The stack must not be
      empty. */
   void (*ret)(trms_thread *t, trms_sizes *sizes);

   /* With an empty stack accesses are history, but nobody's input. */
   void (*read)(trms_thread *t, uintptr_t a, size_t n);
   void (*write)(trms_thread *t, uintptr_t a, size_t n);
   /* The kernel reads for t (a write or send): a read by t. */
   void (*kernel_read)(trms_thread *t, uintptr_t a, size_t n);
   /* The kernel writes (a read or recv, on whose behalf ever). */
   void (*kernel_write)(uintptr_t a, size_t n);

   /* Unmapped, or mapped anew: as if never accessed nor written.  Cells only
      partly inside the range keep their history. */
   void (*forget)(uintptr_t a, size_t n);
   /* mremap: the target is forgotten, then the source's history becomes the
      target's and the source has none.  The ranges do not overlap; both are
      aligned to cells. */
   void (*move)(uintptr_t from, uintptr_t to, size_t n);

   /* A block was copied when realloc moved it: each cell of [to, to+n) gets
      the history of its cell of [from, from+n), which keeps it.  The ranges do
      not overlap; both are aligned to cells. */
   void (*copy)(uintptr_t from, uintptr_t to, size_t n);
   /* calloc has returned a block whose memory was zero already: as write, but
      takes no memory for large parts of it that no thread has accessed. */
   void (*clear)(trms_thread *t, uintptr_t a, size_t n);

   /* Number of pending activations. */
   size_t (*depth)(const trms_thread *t);
   /* What each would tell if all of them returned now, without changing
      anything: sizes[0] the outermost, sizes[depth-1] the top. */
   void (*pending)(const trms_thread *t, trms_sizes *sizes);
} trms_engine;

extern const trms_engine trms_definition;   /* the definition: the oracle */
extern const trms_engine trms_timestamps;   /* the paper's algorithm */
extern const trms_engine trms_fast;         /* what runs by default */

#endif
