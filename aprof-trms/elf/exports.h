/* The routines that a shared library exports.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ELF_EXPORTS_H
#define ELF_EXPORTS_H

#include "base/base.h"

/* The exports of a file. */
typedef struct _Exports Exports;

/* Read them.  Never NULL; lives as long as the tool. */
Exports *exports_read(const HChar *file);

/* False: the file is a program, or can't be read. */
Bool exports_is_library(const Exports *e);

/* Does an exported routine have the code at this address of the file? */
Bool exports_have(const Exports *e, ULong address);

#endif
