/* Routines that manage memory, by their names: allocators and collectors.

   What they read is bookkeeping of their own, no input of their callers
   (callgraph/zones.h).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef MEMORY_ROUTINES_H
#define MEMORY_ROUTINES_H

#include "base/base.h"

typedef enum {
   ZONE_NONE,        /* an ordinary routine */
   ZONE_ALLOCATOR,   /* malloc, free, operator new and their like */
   ZONE_CALLOC,      /* returns a block that is cleared */
   ZONE_REALLOC,     /* may move a block */
   ZONE_GROWTH,      /* moves what a container has to a larger block */
   ZONE_COLLECTOR    /* a garbage collector */
} ZoneKind;

/* The arguments of a routine that say what it does.  Arguments are numbered
   from 0; -1: there is none. */
typedef struct {
   ZoneKind kind;
   Char block;           /* the block that realloc may move, or that free or
                            operator delete frees; the container */
   Char size;            /* of the block that it returns... */
   Char times;           /* ...and how many of these */
   Bool moves;           /* a collector that moves objects: what it writes are these,
                            whose owner has them already */
} MemoryRoutine;

/* Return what the routine of this name is, or NULL: an ordinary one.  `routine`
   is the name as Valgrind tells it, demangled or not; `object` its file. */
const MemoryRoutine *memory_routine_of(const HChar *routine,
                                       const HChar *object);

/* Return what inlined calls of the routine are, if they are a growth; else
   NULL.  `name`: without its scope.  (The names are the library's own: those of
   a program do not begin with an underscore.)  `whole`: with it. */
const MemoryRoutine *memory_routine_grows(const HChar *name,
                                          const HChar *whole,
                                          const HChar *object);
/* What such a call is: its arguments are not known. */
extern const MemoryRoutine memory_routine_growth_inlined;
/* A growth that puts a text into the new block, too: its arguments. */
enum { MEMORY_ROUTINE_TEXT = 3, MEMORY_ROUTINE_LENGTH = 4 };
/* Return the bytes of a character of that text; 0: `r` puts none. */
UInt memory_routine_text(const MemoryRoutine *r);
/* What a collector is, whatever its name. */
extern const MemoryRoutine memory_routine_collector;
/* What --reallocator names, inlined or not. */
extern const MemoryRoutine memory_routine_reallocator;

#endif
