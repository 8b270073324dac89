/* Which register a parameter of a routine is passed in: by the debug
   information, which knows the parameters and their types, and the calling
   convention of C and C++ (System V ABI for AMD64, section 3.2.3; Itanium C++
   ABI, section 3.1).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_PARAMETERS_H
#define ELF_PARAMETERS_H

#include "elf/dwarf.h"

/* An integer, in a register or in memory. */
typedef struct {
   UInt argument;       /* number of the register for integer arguments, from
                           1 */
   Bool is_pointed_at;  /* the register has the integer's address */
   UInt bytes;          /* of the integer: 1, 2, 4 or 8 */
   Bool is_signed;
} ParameterPlace;

enum { PARAMETERS_REASON = 400 };

/* Find the parameter `name` of the routine whose code begins at this address of
   the file.  pointed: the integer that the parameter points at is meant; a
   reference is always followed.  bytes: its length, 0: as its type says.
   False: `reason` says why there is no place. */
Bool parameters_find(Dwarf *d, ULong address, const HChar *name, Bool pointed,
                     UInt bytes, ParameterPlace *place,
                     HChar reason[PARAMETERS_REASON]);

enum { PARAMETERS_REGISTERS = 6, PARAMETERS_NAME = 48 };
typedef HChar ParameterNames[PARAMETERS_REGISTERS][PARAMETERS_NAME];

/* Set how many registers for integer arguments the parameters of the routine
   whose code begins at this address of the file take, and of each register the
   name of the integer that is in it: by this name parameters_find finds it.  "": it
   is none, or its name is longer.  False: the debug information does not say it. */
Bool parameters_registers(Dwarf *d, ULong address, UInt *count,
                          ParameterNames names);

#endif
