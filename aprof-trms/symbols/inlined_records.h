/* Routines and inlined calls in the debug information of a file.

   Valgrind's public interface tells of an inlined call the bare name of its
   routine and a line: two calls in a line are one, and so are two routines of
   one name in a file.  It does not tell calls in routines that stand below a
   module (D, Fortran), or, before version 3.20, what clang writes by default;
   and no names where a program was linked with -flto.  So the tool reads the
   debug information itself where it can.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_RECORDS_H
#define SYMBOLS_INLINED_RECORDS_H

#include "base/base.h"

/* The debug information of a file. */
typedef struct _InlinedRecords InlinedRecords;

/* Return a new reader of an ELF file's debug information, or NULL: it can't be
   read.  If a part of it is in .dwo files, that is printed. */
InlinedRecords *inlined_records_read(const HChar *file, const HChar *build_id);

/* A routine.  There is one for all copies of it, out of line or inlined, in all
   units of the file.  The texts live as long as the reader. */
typedef struct {
   const HChar *name;           /* without scope; "": not known */
   const HChar *file;           /* of its source; "": not known... */
   const HChar *base;           /* ...and without its folder */

   /* The rest is the reader's. */
   InlinedRecords *records;
   ULong entry;
   Bool is_whole;               /* `whole` is set */
   const HChar *whole;
} RecordedRoutine;

/* Return its whole name (dwarf_names_routine); NULL: it is not known. */
const HChar *inlined_records_whole(RecordedRoutine *routine);

/* A routine out of line, and the inlined calls in it. */
typedef struct _RecordedHost RecordedHost;

/* Return the routine whose code begins at this address of the file, or NULL.
   It lives as long as the reader. */
RecordedHost *inlined_records_host(InlinedRecords *r, ULong address);
/* Return which routine it is a copy of. */
RecordedRoutine *inlined_records_routine(InlinedRecords *r, RecordedHost *h);

/* An inlined call. */
typedef struct {
   RecordedRoutine *routine;
   UInt line, column;           /* of the call; 0: not known */
} RecordedCall;

/* Fill in the calls that an instruction belongs to, the innermost first.
   Return their number, or, if there are more than `most`, that. */
UInt inlined_records_at(InlinedRecords *r, RecordedHost *h, ULong address,
                        RecordedCall *calls, UInt most);

/* Return how deep the outermost call lies that is entered at an instruction, by
   the debug information; 1: in the host alone; 0: none is. */
UInt inlined_records_entered(InlinedRecords *r, RecordedHost *h,
                             ULong address);

#endif
