/* Inlined calls of routines that Valgrind's reader passes over.

   Valgrind reads the inlined calls of a routine whose record stands below a
   unit, a namespace or a routine in the debug information, but not below a
   module: D, and the modules of Fortran.  The tool reads these itself.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_INLINED_RECORDS_H
#define SYMBOLS_INLINED_RECORDS_H

#include "base/base.h"

/* The debug information of a file. */
typedef struct _InlinedRecords InlinedRecords;

/* Return a new reader of an ELF file's debug information, or NULL: it has no
   modules, or can't be read.  If a part of it is in .dwo files, that is
   printed. */
InlinedRecords *inlined_records_read(const HChar *file, const HChar *build_id);

/* The inlined calls of a routine. */
typedef struct _RecordedHost RecordedHost;

/* Return the inlined calls of the routine whose code begins at this address of
   the file, or NULL: it does not stand below a module.  They live as long as
   the reader. */
const RecordedHost *inlined_records_host(InlinedRecords *r, ULong address);

/* An inlined call. */
typedef struct {
   const HChar *name;           /* of its routine, without scope; "": not
                                   known */
   UInt line;                   /* of the call; 0: not known */
} RecordedCall;

/* Fill in the calls that an instruction belongs to, the innermost first.
   Return their number, or, if there are more than `most`, that. */
UInt inlined_records_at(const RecordedHost *h, ULong address,
                        RecordedCall *calls, UInt most);

#endif
