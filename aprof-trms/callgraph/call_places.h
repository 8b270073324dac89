/* Where in the source routines are called: for a caller and a callee the lines
   of the caller.

   Places are found when code is translated, so that calls cost nothing more: a
   superblock is translated when it is about to be executed, and VEX ends it at
   each conditional jump (chasing is forced off), so that its last instruction
   is executed.  Where the target is in the instruction, the callee is known
   then.  Where it is not, the place is kept by the return address, and a call
   that no inline cache knows (callgraph/call_sites.h) tells the callee.

   The caller is the routine whose code calls, of inlined code the inlined
   routine.  A place matters only if the caller has called the callee: if no
   such edge is recorded, then it is not written.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef CALL_PLACES_H
#define CALL_PLACES_H

#include "symbols/routines.h"

/* The call instruction is translated; `top`: the routine that probably executes
   it, or NULL; `behind`: the address behind it; `callee`: NULL: it is not in the
   instruction.  (A hidden one may jump to another routine.) */
void call_places_call(Addr insn, Routine *top, Addr behind, Routine *callee);

/* The same for a jump without a condition to `target`, where a routine, or a stub
   of a procedure linkage table, may begin. */
void call_places_jump(Addr insn, Routine *top, Addr behind, Addr target);

/* A call with this return address, whose instruction does not tell the callee,
   has called it, or by way of a hidden routine. */
void call_places_called(Addr behind, Routine *callee);

/* Code is discarded. */
void call_places_discard(Addr start, SizeT length);

/* A place, in the order of the file: by the numbers of caller and callee, then
   by the text of the record. */
typedef struct {
   UInt caller, callee;         /* Routine.number */
   HChar line[12];              /* decimal */
   const HChar *file;           /* "": the caller's */
} ListedPlace;

/* Return the places of routines that have numbers, each once, in their order.
   The caller frees the list. */
ListedPlace *call_places_list(UInt *count);

#endif
