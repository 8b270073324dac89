/* The tables that the jumps of a `switch`, or to computed labels, read, recognised by
   the instructions before the jump, as compilers write them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARCH_JUMP_TABLE_H
#define ARCH_JUMP_TABLE_H

#include "base/base.h"

enum { JUMP_TABLE_REGISTERS = 16 };

/* A table has no more elements. */
enum { JUMP_TABLE_MOST = 4096 };

/* How the number of a table's elements is known. */
typedef enum {
   JUMP_TABLE_CHECKED,          /* the index is compared */
   JUMP_TABLE_MASKED,           /* it is masked: there may be fewer, if the program
                                   says that some values are impossible */
   JUMP_TABLE_OPEN              /* there are no more, but may be far fewer: the
                                   index is a byte, or nothing is known */
} JumpTableEnd;

/* The addresses that a jump may lead to: `count` elements at `table`. */
typedef struct {
   Addr table;
   Addr base;                   /* what an element of 4 bytes is added to */
   UInt count;
   UInt size;                   /* of an element: 8, an address, or 4, its signed
                                   distance from `base` */
   JumpTableEnd end;
} JumpTable;

/* What is known of a register. */
typedef struct {
   Addr address;                /* that was put into it last; 0: none */
   UInt values;                 /* it is less than that; 0: that is not known... */
   Bool is_masked;              /* ...or by a mask */
   JumpTable element;           /* it has one of this table; `table` is 0: none... */
   JumpTable last;              /* ...and this is the table that it had one of last */
} JumpTableRegister;

/* What the instructions of a routine say up to one of them, in the order of
   their addresses.  All zero at first. */
typedef struct {
   JumpTableRegister in[JUMP_TABLE_REGISTERS];
   JumpTable spilled;           /* the element that was put into memory last... */
   Int spilled_base, spilled_offset;     /* ...and where */
   UInt compared;               /* the constant of the comparison that was last */
   UInt most;                   /* the same before the jump that was last: the
                                   greatest index of the table */
} JumpTableSearch;

/* See the next instruction. */
void jump_table_see(JumpTableSearch *search, Addr insn, UInt length);

/* A jump leads to the next instruction: an index may be another one there, and a
   register may have an element. */
void jump_table_see_target(JumpTableSearch *search);

/* Is the instruction an indirect jump that reads a table?  Then set *found.  The
   memory of the table need not be readable. */
Bool jump_table_of(const JumpTableSearch *search, Addr insn, UInt length,
                   JumpTable *found);

/* Return the address that an instruction contains, if that may be a table's, else 0. */
Addr jump_table_address(Addr insn, UInt length);

#endif
