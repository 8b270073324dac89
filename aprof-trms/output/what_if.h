/* The virtual time of a run with --what-if (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef OUTPUT_WHAT_IF_H
#define OUTPUT_WHAT_IF_H

#include "base/base.h"

/* Write the file in place of a profile (write_profile): with this state, in the
   process that the command has started, and not in its children.  False: it
   could not be written, and a message has said why. */
Bool what_if_write(const HChar *name, const HChar *state);

/* Print the virtual time, and where it is. */
void what_if_print(const HChar *name);

#endif
