/* What instrumented code calls for an access that is not checked inline.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef HELPERS_ACCESSES_H
#define HELPERS_ACCESSES_H

#include "pub_tool_basics.h"

void helpers_read(Addr a, SizeT n);
void helpers_write(Addr a, SizeT n);
/* The same for the second engine of --engine=check, if the access is checked
   inline for the fast engine. */
void helpers_checked_read(Addr a, SizeT n);
void helpers_checked_write(Addr a, SizeT n);

#endif
