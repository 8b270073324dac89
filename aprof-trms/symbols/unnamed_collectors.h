/* Garbage collectors in stripped files.

   An interpreter exports the routine with which a program collects at once:
   PyGC_Collect, lua_gc.  The routines of the same file which it calls by their
   addresses, and which have no names, are the collector's: the interpreter
   calls the same ones when a collection is due.  A small routine that it calls
   besides, such as one that saves an error, counts as collector, too.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_UNNAMED_COLLECTORS_H
#define SYMBOLS_UNNAMED_COLLECTORS_H

#include "symbols/code_objects.h"

/* Is the routine without a symbol that begins at `entry` a collector? `bias`:
   of the object that has it. */
Bool unnamed_collectors_have(CodeObject *object, Addr bias, Addr entry);

#endif
