/* The place of code in the source, by the debug information or by the map of
   generated code.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_CODE_SOURCE_H
#define SYMBOLS_CODE_SOURCE_H

#include "base/base.h"

/* Return the source file of the instruction, with its folder where that is
   known, or "", and set the line; 0: not known.  The caller frees the text. */
HChar *code_source_at(Addr insn, UInt *line);

#endif
