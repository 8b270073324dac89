/* Routines that Go's compiler has made, which passes arguments in its own way.

   A file that Go's linker has made has a table of Go's routines, .gopclntab, from
   which the run-time library takes their names, so that it stays in stripped files,
   too.  What gccgo makes has none, and passes arguments as C does.  The name of a
   routine begins with its package, whose name ends with a dot; the names of routines
   in C, which cgo has linked in, have no dots but before the words with which the
   compiler marks copies.  Since Go 1.17 names that end with .abi0 are those of
   routines in assembler, and of the stubs that call them or are called by them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_GO_CODE_H
#define SYMBOLS_GO_CODE_H

#include "arch/calls.h"
#include "symbols/code_objects.h"

/* How is the routine with this symbol called? */
CallConvention go_code_convention(CodeObject *object, const HChar *symbol);

#endif
