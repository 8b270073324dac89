/* Code address -> object, the file that the code was mapped from.

   The object of generated code is the source file that the map of the code
   names (symbols/perf_map.h), or "[generated code]" if it names none; the
   offset is the place in the source.  So a routine is the same wherever its
   code lies, and however often it is compiled.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_CODE_OBJECTS_H
#define SYMBOLS_CODE_OBJECTS_H

#include "elf/bare_symbols.h"
#include "elf/exports.h"
#include "elf/frame_starts.h"
#include "elf/ifuncs.h"
#include "symbols/inlined_records.h"
#include "symbols/perf_map.h"
#include "pub_tool_xarray.h"

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
   FrameStarts *frames;         /* NULL: they have not been read */
   Exports *exports;            /* NULL: they have not been read */
   Ifuncs *ifuncs;              /* NULL: they have not been read */
   XArray *versions;            /* symbols/resolved_names.h; NULL: none is known */
   XArray *collectors;          /* symbols/unnamed_collectors.h; NULL: not asked
                                   for */
   struct _UnnamedScriptCalls *script_calls;   /* symbols/unnamed_script_calls.h;
                                   NULL: not asked for */
   InlinedRecords *records;     /* NULL: there are none, or they have not been
                                   asked for, */
   Bool asked;                  /* which this tells */
   Bool is_unnamed;             /* it has inlined calls without names */
   Bool is_generated;           /* no code is mapped from it: it is the source
                                   of generated code */
   Bool is_go;                  /* symbols/go_code.h, if it */
   Bool asked_go;               /* has been asked for */
   UInt number;                 /* in the profile that is being written */
} CodeObject;

/* Return the object that code was mapped from, and set the difference between
   its addresses and the addresses in the file.  Objects live as long as the
   tool. */
CodeObject *code_objects_at(Addr code, Addr *bias);

/* Return the object of code that the program's map names: its source, or
   "[generated code]". */
CodeObject *code_objects_of_generated(const PerfMapEntry *e);

/* False: it stands for code in anonymous memory. */
Bool code_objects_has_file(const CodeObject *o);

/* Return a new object of which no code is mapped.  The name is copied. */
CodeObject *code_objects_new(const HChar *name);

/* Is the file of this name in a folder of the system's libraries? */
Bool code_objects_is_system_library(const HChar *object);

/* Return the object of a file that code was mapped from, and set its place in the
   file; NULL: there is none. */
CodeObject *code_objects_mapped(Addr code, ULong *offset);

/* Return the bare symbols of the file that code was mapped from, and set its
   place there; NULL: there is none. */
const BareSymbols *code_objects_bare_symbols(Addr code, ULong *offset);

/* Find the routine of a file that has the code, whether a symbol covers it or
   not, and set where it begins.  Return the object, or NULL: there is none. */
CodeObject *code_objects_frame_start(Addr code, Addr *start);

/* The code in this range is discarded. */
void code_objects_discard(Addr start, SizeT length);

#endif
