/* Code address -> routine.

   A routine is identified by its object (a mapped file), its entry address
   relative to the object, and its symbol.  Routines live as long as the tool:
   if a library is unloaded, and loaded again at any address, then its routines
   are the same as before.

   The object of generated code is the source file that the map of the code
   names (symbols/perf_map.h), or "[generated code]" if it names none; the
   offset is the place in the source.  So a routine is the same wherever its
   code lies, and however often it is compiled.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_ROUTINES_H
#define SYMBOLS_ROUTINES_H

#include "base/base.h"
#include "symbols/bare_symbols.h"
#include "symbols/inlined_records.h"
#include "symbols/memory_routines.h"
#include "symbols/observed_arguments.h"
#include "symbols/size_arguments.h"
#include "symbols/source_names.h"

/* A file, as it was when code from it was seen last. */
typedef struct {
   ULong dev, ino;
   Bool known;                  /* the time below is known; if not, then another
                                   file has the name now, or none */
   ULong changed, changed_ns;   /* time of the last modification: seconds since
                                   1970, and nanoseconds */
} FileState;

/* An object: a file that code is mapped from.  Two objects differ in name or in
   build id. */
typedef struct _CodeObject {
   struct _CodeObject *next;      /* in the list of all */
   HChar *name;                 /* of the file */
   HChar *build_id;             /* hexadecimal, or "" if there is none */
   FileState file;
   BareSymbols *bare;           /* NULL: they have not been read */
   InlinedRecords *records;     /* NULL: there are none, or they have not been
                                   asked for, */
   Bool asked;                  /* which this tells */
   Bool is_unnamed;             /* it has inlined calls without names */
   Bool is_generated;           /* no code is mapped from it: it is the source
                                   of generated code */
   UInt number;                 /* in the profile that is being written */
} CodeObject;

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
   struct _Control *owner;    /* the thread of control */
   UInt count;
   UInt id;                     /* of the routine */
} PendingCount;

typedef struct _Routine {
   PendingCount *pending;       /* that of `home` */
   UInt id;                     /* 0, 1, ... in order of creation */
   Bool hidden;                 /* by --include and --exclude: its callers are
                                   charged for it */
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
   Bool sized;                  /* a size was given for an activation */
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
                                   relative to the object, of an instruction... */
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
   UInt read_at;                /* its code was read for inlined calls as the
                                   first host, the second... (inlined.c); 0: it
                                   was not */
   struct _InlinedCall **calls; /* the calls inlined into it, in the order in
                                   which its code shows them... */
   UInt n_calls;                /* ...and their number */
   const struct _InlinedCall *inlined;   /* of this call (inlined.h); NULL: it
                                   is out of line */
} Routine;

/* Return the routine that a call to `code` activates: the routine whose symbol
   covers the address, or, if there is no symbol, a routine that begins
   there. */
Routine *routines_at(Addr code);

/* Is the file of this name in a folder of the system's libraries? */
Bool routines_is_system_library(const HChar *object);

/* Return the object that code was mapped from, and set the difference between
   its addresses and the addresses in the file. */
CodeObject *routines_object(Addr code, Addr *bias);

/* Return the routine that a jump to `code` enters, or NULL.  Code without a
   symbol is entered by calls only, unless a bare symbol begins a routine there;
   the compiler's f.cold and f.part.N belong to the routine that jumps there. */
Routine *routines_entered(Addr code);
/* The same for code that no symbol covers. */
Routine *routines_entered_bare(Addr code);

/* Return the routine that is the region of this name, in any routine; its
   source is that of `insn` if it is new. */
Routine *routines_region(const HChar *name, Addr insn);

/* Return the lowest address above `code` at which a routine that is known so
   far begins; 0: there is none. */
Addr routines_next_entry(Addr code);

/* Call this before the symbols of an address are asked for whose code may be
   new: the names of generated code are read. */
void routines_refresh(Addr code);
/* Does the name of the code come from the program's map of generated code? */
Bool routines_is_generated(Addr code);
/* Is it the code of a script's routine that an interpreter executes? */
Bool routines_is_interpreted(Addr code);

/* No further activation of the routine is observed. */
void routines_end_observation(Routine *r);

/* Return the source file of the instruction, with its folder where that is
   known, or "".  The text is the caller's to free. */
HChar *routines_source_file(Addr insn);

/* Return the routine in an object of which there are inlined calls: its
   statistics are those of the routine out of line with the same source, if
   there is one or if there will be.  source: NULL, if the name without scope
   and parameters and the source file are all that is known of it.  growth: what
   it is, if it moves a growing block; else NULL.  lines: of its instructions, as
   far as they are known; they stay where they are. */
Routine *routines_of_inlined(CodeObject *object,
                             RecordedRoutine *source, const HChar *name,
                             const HChar *file, const MemoryRoutine *growth,
                             const SourceLines *lines);
/* Give the routines that exist only inlined, and that have the name and file of
   others, names of their own: NAME@FILE:LINE.  (A whole name is one.) */
void routines_name_twins(void);
/* Return a new routine for an inlined call of `home`. */
Routine *routines_new_inlined(Routine *home, const struct _InlinedCall *call);

/* The code in this range is discarded: forget which routines its addresses
   belong to.  The routines stay. */
void routines_discard(Addr start, SizeT length);

/* Return the number of routines, and the routine with this id. */
UInt routines_count(void);
Routine *routines_get(UInt id);

#endif
