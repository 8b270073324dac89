/* The arguments that --size-of makes the size of an activation.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_SIZE_ARGUMENTS_H
#define SYMBOLS_SIZE_ARGUMENTS_H

#include "arch/calls.h"
#include "elf/parameters.h"

typedef struct {
   const HChar *option;         /* as the user has written it */
   ParameterPlace place;
   CallConvention convention;
   Bool said;                   /* that the address can't be read */
} SizeArgument;

/* Has the compiler of C changed the parameters of the copy that has this name? */
Bool size_arguments_is_changed_copy(const HChar *name);

/* Return the argument that is the size of a routine, by --size-of; NULL: none
   is, or it is not known where it is, which is printed.  build_id: of the object, "" if it has none; address: of the routine's code,
   in the object's file. */
SizeArgument *size_arguments_of(const HChar *routine, const HChar *object,
                                const HChar *build_id, ULong address,
                                CallConvention convention);

/* Set how many registers for integer arguments the parameters of a routine
   take, and their names (parameters_registers).  False: it is not known.
   Nothing is inflated for it: many routines are asked for, and to inflate a
   library's debug information takes longer than all the rest of a short run's
   end. */
Bool size_arguments_registers(const HChar *routine, const HChar *object,
                              const HChar *build_id, ULong address,
                              UInt *count, ParameterNames names);

/* Call this for a routine that is inlined: its arguments are in no registers,
   which is printed if --size-of names it. */
void size_arguments_inlined(const HChar *routine, const HChar *object);

/* The routine's code is about to begin: return the size that its argument
   gives.  A negative integer gives 0, and so does an address that can't be
   read, which is printed. */
ULong size_arguments_value(SizeArgument *a);

/* Call `report` with each of the sentences that were printed, in the order of
   their bytes. */
void size_arguments_each_failure(void (*report)(const HChar *sentence));

#endif
