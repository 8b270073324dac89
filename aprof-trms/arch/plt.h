/* The parts of a procedure linkage table (PLT), recognised by their bytes.

   A stub is an indirect jump through a slot of a table.  Until the dynamic
   linker has resolved the slot, it leads to an entry that pushes the slot's
   index and jumps to the head (PLT0), which jumps to the lazy resolver.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_PLT_H
#define ARCH_PLT_H

#include "base/base.h"

typedef enum {
   PLT_NONE,   /* no part of a PLT */
   PLT_STUB,   /* the indirect jump through a slot, or the code before it */
   PLT_INDEX,  /* pushes the slot's index and jumps to the head */
   PLT_HEAD    /* PLT0: pushes the object, jumps to the lazy resolver */
} PltPart;

/* Return the part of a PLT that begins at the address.  Only for code without a
   symbol: code with a symbol is a routine.  Client memory is read only after a
   check that it can be read. */
PltPart plt_part(Addr code);

/* Return the slot that the stub at the address jumps through, or NULL if there
   is no stub. */
const Addr *plt_slot(Addr code);

/* Return the slot that the head at the address jumps through, or NULL. */
const Addr *plt_head_slot(Addr head);

#endif
