/* Code address -> routine.

   A routine is an object (a mapped file), an entry address relative to it and
   its symbol.  Routines live as long as the tool: a library that is unloaded
   and loaded again, anywhere, finds its routines again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_ROUTINES_H
#define AP_ROUTINES_H

#include "base/base.h"

/* A file as it was when code from it was seen last. */
typedef struct {
   ULong dev, ino;
   Bool known;                  /* when it was changed; else it is out of
                                   reach */
   ULong changed, changed_ns;
} ApFileState;

/* What is different has another name or another build id. */
typedef struct _ApObject {
   struct _ApObject *next;
   HChar *name;
   HChar *build_id;     /* hexadecimal; "" where there is none */
   ApFileState file;
   UInt number;         /* in the profile being written */
} ApObject;

typedef struct _ApEdge ApEdge;

/* What the activations of a routine in one thread have cost. */
typedef struct {
   UInt thread;         /* number of the OS thread; 0: all threads */
   prof *closed;        /* activations that have returned */
   prof *open;          /* pending ones, only while a profile is written */
} ApTable;

typedef struct {
   ApTable *list;       /* by thread, in ascending order */
   UInt count;
   UInt last;           /* the one that was used last */
} ApTables;

/* How many activations of a routine are pending in one thread of control
   (callgraph/pending_count.h).  Each call and return touches one of them: they lie close
   together, away from the routines. */
typedef struct {
   struct _ApControl *owner;    /* whose are counted here */
   UInt count;
   UInt id;                     /* of the routine */
} ApPending;

typedef struct _ApRoutine {
   ApPending *pending;
   UInt id;                     /* 0, 1, ... in order of creation */
   Bool hidden;                 /* charged to its callers: --exclude */
   Bool toggle;                 /* recorded with what it calls */
   Bool has_symbol;             /* else its name is its place */
   prof *all;                   /* of all threads, if they are folded */
   ApEdge *last_edge;           /* the caller that came last; not used with
                                   --contexts */

   struct _ApRoutine *chain;    /* next of the same hash */
   ApObject *object;
   Addr offset;                 /* entry, relative to the object */
   HChar *name;
   HChar *file;                 /* "" where it is not known */
   UInt line;
   UInt number;                 /* in the profile being written; 0: not in it */
   ApTables tables;             /* with --contexts, only while a profile is
                                   written (ap_sum_contexts) */
} ApRoutine;

/* The routine that a call to `code` activates: the one whose symbol covers
   it, or, where there is no symbol, one that begins there. */
ApRoutine *ap_routine_at(Addr code);

/* The routine that a jump to `code` enters, or NULL: code without a symbol is
   entered by calls only, and the compiler's f.cold and f.part.N belong to the
   routine that jumps there. */
ApRoutine *ap_routine_entered(Addr code);

/* Is there a symbol that covers this address?  *start is its beginning. */
Bool ap_has_symbol(Addr code, Addr *start);

/* Code in this range is gone: what was known of its addresses is forgotten.
   The routines stay. */
void ap_routines_discard(Addr start, SizeT length);

/* All routines, in order of creation. */
UInt ap_routine_count(void);
ApRoutine *ap_routine(UInt id);

#endif
