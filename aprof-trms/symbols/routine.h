/* A routine, and the statistics of its activations.

   A routine is identified by its object (a mapped file), its entry address
   relative to the object, and its symbol.  Routines live as long as the tool:
   if a library is unloaded, and loaded again at any address, then its routines
   are the same as before.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_ROUTINE_H
#define SYMBOLS_ROUTINE_H

#include "base/base.h"
#include "elf/source_names.h"
#include "symbols/code_objects.h"
#include "symbols/inlined_records.h"
#include "symbols/memory_routines.h"
#include "symbols/observed_arguments.h"
#include "symbols/size_arguments.h"

typedef struct _Edge Edge;

/* The statistics of a routine's activations in one thread, by size. */
typedef struct {
   UInt thread;         /* number of the OS thread; 0: all threads */
   prof *closed;        /* activations that have returned */
   prof *open;          /* pending activations; only while a profile is
                           written */
} SizeTable;

typedef struct {
   SizeTable *list;       /* by thread, in ascending order */
   UInt count;
   UInt last;           /* index of the table that was used last */
} SizeTables;

/* The number of a routine's activations that are pending in one thread of
   control (pending_count.h).  Each call and return accesses one such counter:
   they lie close together, away from the routines. */
typedef struct {
   UInt count;
   UInt id;                     /* of the routine */
   struct _Control *owner;      /* the thread of control */
} PendingCount;

/* The memory that a routine has got from allocators (callgraph/allocations.h). */
typedef struct {
   ULong blocks, bytes;
   ULong collections;           /* cost of those that have begun in it */
} Allocations;

typedef enum { LIBRARY_NOT_ASKED, LIBRARY_NO, LIBRARY_YES } LibraryAnswer;

typedef struct _Routine {
   PendingCount *pending;       /* that of `home` */
   UInt id;                     /* 0, 1, ... in order of creation */
   UInt caller_hash;            /* record_recent_edge: a multiple of `id` */
   Bool hidden;                 /* by --include and --exclude, or as a call of a
                                   script: its callers are charged for it */
   Bool calls_script;           /* it is hidden as such a call: see
                                   symbols/script_calls.h */
   Bool region;                 /* a part of other routines, between two client
                                   requests */
   Bool toggle;                 /* --toggle-collect names it */
   Bool special;                /* its calls need shadow_stack.h's functions:
                                   it is hidden, manages memory, has a size by
                                   --size-of, or is being observed */
   Bool splits_stack;           /* __morestack: SplitStack (control.h) */
   Bool interpreted;            /* it is a routine of a script, and what its
                                   code calls is the interpreter: a part of the
                                   routine */
   Bool may_stay;               /* where its code jumps to the entry of another
                                   routine, its activation may go on: it is
                                   interpreted, or an inlined call */
   Bool sized;                  /* a size was given for an activation */
   CallConvention convention;     /* where its arguments are */
   LibraryAnswer library;       /* of library_routines.h */
   SizeArgument *size_argument;   /* that is the size, by --size-of; NULL:
                                   none is */
   ObservedArguments *observed;   /* NULL: it is not observed */
   Bool has_symbol;             /* that covers its code; else the name is that
                                   of a bare symbol, or object and offset */
   const MemoryRoutine *memory;   /* an allocator, or a collector; NULL:
                                   an ordinary routine */
   prof *all;                   /* statistics of all threads, in the tables of
                                   `home`, unless --separate-threads=yes */
   Edge *last_edge;           /* from the caller that came last; not used
                                   with --contexts */

   CodeObject *object;
   Addr offset;                 /* entry, relative to the object */
   Addr entry;                  /* where it was when it was new */
   Addr unnamed_at;             /* an inlined call without a name: the address,
                                   relative to the object, of an
                                   instruction... */
   UInt unnamed_level;          /* ...that belongs to it, and the number of
                                   inlined calls it lies in, plus 1; 0: it has
                                   a name */
   RecordedRoutine *source;   /* which routine of the source it is; NULL:
                                   only its name and file tell */
   HChar *name;
   HChar *file;                 /* of its source; "" if it is not known */
   UInt line;                   /* of its entry; 0 if it is not known */
   UInt number;                 /* in the profile that is being written; 0: the
                                   profile does not have it */
   SizeTables tables;             /* with --contexts, only while a profile is
                                   written (record_sum_contexts) */

   /* A routine may exist several times: out of line, and once for each inlined
      call of it.  All have the statistics and the number of pending activations
      of one, their home, which alone is in the profile. */
   struct _Routine *home;
   struct {
      ULong bytes;              /* of files, that were read in activations... */
      ULong again;              /* ...those that the activation had read
                                   before... */
      ULong event;              /* ...and the last read that was counted */
   } files;
   ULong system_calls;          /* that its instructions have made... */
   ULong waiting_calls;         /* ...that only wait or wake (callers.c) */
   Allocations allocations;     /* in its own code, or a library's below it */
   UInt read_at;                /* its code was read for inlined calls as the
                                   first host, the second... (inlined.c); 0: it
                                   was not */
   struct _InlinedCall **calls; /* the calls inlined into it, in the order in
                                   which its code shows them... */
   UInt n_calls;                /* ...and their number */
   const struct _InlinedCall *inlined;   /* of this call (inlined.h); NULL: it
                                   is out of line */
} Routine;

#endif
