/* Which instruction of a routine's code may be executed after which.

   The code of a symbol is read instruction by instruction.  What goes on
   elsewhere and comes back is not followed: calls go on behind themselves.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef SYMBOLS_CODE_FLOW_H
#define SYMBOLS_CODE_FLOW_H

#include "arch/jump_table.h"
#include "base/base.h"
#include "pub_tool_xarray.h"

/* A jump in the code, or into it. */
typedef struct {
   Addr to;                     /* in the code */
   Addr from;                   /* 0: outside of the code */
   Addr behind;                 /* the address behind the jump */
} FlowJump;

/* A basic block. */
typedef struct {
   Addr start;
   Addr to;                     /* where its last instruction jumps to; 0: it
                                   does not, or the address is not known */
   Word next;                   /* the block with that address */
   Bool goes_on;                /* to the next block */
   Bool is_indirect;            /* it ends with an indirect jump... */
   Word table;                  /* ...which reads this one of `tables`; -1: that
                                   is not known */
   Bool is_call;                /* it ends with a call, which may never
                                   return, as far as the code tells */
   Bool is_seen;                /* by the search that runs */
} FlowBlock;

/* A table.  Jumps that the compiler has copied share it. */
typedef struct {
   JumpTable in;
   Bool is_seen;                /* by the search that runs */
} FlowTable;

/* A jump that reads a table. */
typedef struct {
   Addr jump;
   Word table;                  /* its index in `tables` */
} FlowSwitch;

typedef struct {
   Addr behind;
   Addr to;                     /* 0: not known */
} FlowCall;

typedef struct {
   Addr start, end;
   XArray *jumps;               /* of FlowJump, ascending by `to` */
   XArray *stops;               /* of Addr, ascending: behind an instruction
                                   that never goes on to the next */
   XArray *indirect;            /* of Addr: jumps to addresses that are not in
                                   the instruction */
   XArray *tables;              /* of FlowTable: symbols/flow_tables.h */
   XArray *switches;            /* of FlowSwitch */
   XArray *calls;               /* of FlowCall, ascending */
   XArray *blocks;              /* of FlowBlock, ascending by `start` */
   Bool is_opaque;              /* an instruction could not be read: there may
                                   be more jumps */
} CodeFlow;

/* The code of a routine without a symbol is no longer, in bytes. */
enum { CODE_FLOW_MOST_UNNAMED = 65536 };

/* Return the address behind the routine that begins at `start`, where no symbol
   covers the code.  The end is an instruction that never goes on, if no jump
   before leads beyond it, those of a `switch` included.  This may be too early,
   after another jump to an address that is not in the instruction, and too
   late, if the routine ends with a jump
   to a routine close behind it that is not known yet. */
Addr code_flow_end_of_unnamed(Addr start);

/* Return the address that a jump in the code from `start` to `end` leads to,
   outside of it, and from which on the code of code_flow_end_of_unnamed
   contains `ip`: there the activation goes on, in a part that the compiler has
   put elsewhere, or in another routine that no call has shown yet.  If there
   are several, return the closest one before `ip`.  If there is none, look in
   what such jumps without a condition lead to, up to `far` jumps in all; 0:
   neither is there. */
Addr code_flow_jumps_to(Addr start, Addr end, Addr ip, UInt far);

/* Read the code of the symbol, and of the part of the routine that the compiler
   has put elsewhere; where no symbol covers the code, that of
   code_flow_end_of_unnamed.  For each instruction, in the order of addresses,
   call `each`, unless it is NULL.  code_flow_free frees what is in *flow. */
void code_flow_read(CodeFlow *flow, Addr start,
                    void (*each)(Addr insn, void *opaque), void *opaque);
void code_flow_free(CodeFlow *flow);

/* Does the address lie in the code? */
static inline Bool code_flow_has(const CodeFlow *flow, Addr a)
{
   return a >= flow->start && a < flow->end;
}

/* Return this one of the tables. */
static inline FlowTable *code_flow_table(const CodeFlow *flow, Word table)
{
   return VG_(indexXA)(flow->tables, table);
}

/* Return the index of the block that has the address. */
Word code_flow_block(const CodeFlow *flow, Addr a);

/* Has the block nothing but room before an aligned address? */
Bool code_flow_is_filler(const CodeFlow *flow, Word block);

/* Is there a way from the basic block of `from` to that of `to`, through basic
   blocks for which is_in returns True?  has_bridges: or blocks that go on only
   to instructions for which it does. */
typedef Bool (*FlowRange)(Addr start, Addr end, void *opaque);
Bool code_flow_reaches(const CodeFlow *flow, Addr from, Addr to,
                       FlowRange is_in, void *opaque, Bool has_bridges);

/* Has the code of the symbol that begins at `start` a loop? */
Bool code_flow_has_loop(Addr start);

/* Is the jump from `from` back to `head` one of a loop?  Then there is a way
   from `head` to `from` that does not leave the code between both.  The jump of
   a `switch` leads to its cases, if its table is known.  Other indirect jumps are
   no ways. */
Bool code_flow_is_loop(const CodeFlow *flow, Addr head, Addr from);

/* Call `each` with each instruction that may be executed directly before
   `insn`, or with an address in it; 0: the code is called.  Return False if
   `each` does, or if not all of them are known. */
Bool code_flow_before(const CodeFlow *flow, Addr insn,
                      Bool (*each)(Addr before, void *opaque), void *opaque);

#endif
