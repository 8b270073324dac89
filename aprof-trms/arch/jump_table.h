/* The tables that the jumps of a `switch` read, recognised by the instructions
   before the jump, as compilers write them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_JUMP_TABLE_H
#define ARCH_JUMP_TABLE_H

#include "base/base.h"

enum { JUMP_TABLE_REGISTERS = 16 };

/* What the instructions of a routine say up to one of them, in the order of
   their addresses.  All zero at first. */
typedef struct {
   Addr address[JUMP_TABLE_REGISTERS];    /* that was put into the register
                                             last; 0: none */
   Addr base;                   /* of the load of an offset that was last */
   UInt compared;               /* the constant of the comparison that was
                                   last */
   UInt most;                   /* the same before the jump that was last: the
                                   greatest index of the table */
} JumpTableSearch;

/* The addresses that a jump may lead to: `count` elements at `table`. */
typedef struct {
   Addr table;
   UInt count;
   UInt size;                   /* of an element: 8, an address, or 4, its
                                   signed distance from `table` */
} JumpTable;

/* See the next instruction. */
void jump_table_see(JumpTableSearch *search, Addr insn, UInt length);

/* Is the instruction, an indirect jump, that of a `switch`?  Then set *found.
   The memory of the table need not be readable. */
Bool jump_table_of(const JumpTableSearch *search, Addr insn, UInt length,
                   JumpTable *found);

#endif
