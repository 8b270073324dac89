/* Symbols that a stripped file exports.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_EXPORTED_SYMBOLS_H
#define ELF_EXPORTED_SYMBOLS_H

#include "base/base.h"

/* If the ELF file has no symbols but those for the dynamic linker, then return
   the address in the file of the first that has one of these names, which a
   NULL ends; else return 0. */
Addr exported_symbols_find(const HChar *file, const HChar *const *names);

#endif
