/* Parts of a program, as --what-if and --part name them.

     NAME         the routine alone, also where it is inlined
     NAME+        the routine with all that it calls
     FILE:LINE    a line of the source
     file:FILE    a source file
     object:FILE  the program or a library

   A file may be given with its folders, some of them, or none; * and ? are
   wildcards.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SCHED_PARTS_H
#define SCHED_PARTS_H

#include "sched/owners.h"

typedef enum {
   PART_NOTHING, PART_ROUTINE, PART_CALLEES, PART_LINE, PART_SOURCE,
   PART_OBJECT
} PartKind;

typedef struct {
   PartKind kind;
   HChar *name;               /* without its mark */
   HChar *plain;              /* a routine's, without type and parameters */
   UInt line;
} Part;

/* Return the part of that name. */
Part parts_parse(const HChar *text);

/* Does the instruction belong to the part by itself?  With callees: it belongs
   to an inlined call of the routine, or to what is inlined there. */
Bool parts_has(const Part *p, const InsnOwner *o);

/* Does the pattern fit the file, or the file without its first folders? */
Bool parts_file_fits(const HChar *glob, const HChar *folder,
                     const HChar *file);

/* Find the source file and line of an instruction; False: not known.  The texts
   stay as long as the debug information. */
Bool parts_source(Addr insn, const HChar **folder, const HChar **file,
                  UInt *line);

/* The parts of --part, whose time is measured.  parts_init reads the option;
   parts_of returns those that the instruction belongs to, as a set of bits. */
void parts_init(void);
ULong parts_of(const InsnOwner *o);

#endif
