/* How a thread of control ends, and the contexts that are lost.

   A context is lost if another one uses its stack.  If the stack was copied
   elsewhere before (threads/relocated_stacks.h), then the context comes back at
   the copy; else it is over.  Which is true is not known until then.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef THREADS_LIFETIME_H
#define THREADS_LIFETIME_H

#include "callgraph/control.h"

/* End `c` and free it.  Its pending activations are recorded as returned, or
   dropped if `record` is False.  Afterwards the caller must activate another
   control. */
void lifetime_end(Control *c, Bool record);

/* Another context uses the stack of `c`, a suspended context: make it lost.
   Only the contexts that were lost latest are kept; if there are too many, then
   the oldest one ends. */
void lifetime_lose(Control *c);

/* Is `c` among the lost contexts that are kept? */
Bool lifetime_keeps(const Control *c);

/* The program is at its end: end all contexts that are lost. */
void lifetime_end_lost(void);

#endif
