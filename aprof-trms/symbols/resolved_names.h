/* Names of routines that resolvers have chosen.

   A C library has memset, strlen and their like in several versions, and exports
   for each a resolver, which returns the version for this processor
   (elf/ifuncs.h).  Where the library is stripped, no symbol names the version;
   its name is that of the resolver that has returned its address.

   The addresses are kept by file and place in it: they hold where the file is
   mapped again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_RESOLVED_NAMES_H
#define SYMBOLS_RESOLVED_NAMES_H

#include "base/base.h"

/* Return the name of the resolver that has the code, or NULL. */
const HChar *resolved_names_resolver(Addr code);

/* Return the name of the resolver as a routine of its own, a new text, or NULL: no
   resolver has the code. */
HChar *resolved_names_of_resolver(Addr code);

/* The resolver of this name has returned the address of a version. */
void resolved_names_returned(const HChar *name, Addr version);

/* Return the name of the version that begins there, or NULL. */
const HChar *resolved_names_at(Addr code);

#endif
