/* The code of a table's cases: see symbols/flow_owners.h.

   The owner of a block is spread to what the block goes on to, but not by a jump
   that reads the table, until nothing changes: a block changes its owner at most
   twice, from a case to several, and to what comes before.  A case is its own
   owner, whatever else leads there: how the loop is begun by such a jump is known
   from where the jump is.  Code that nothing leads to, such as what catches
   exceptions, comes before.  Code elsewhere (f.cold) is thought to come back to the
   case that it came from, and a call at the end of a block, before a case, not to
   return.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/flow_owners.h"
#include "symbols/table_cases.h"

enum { UNKNOWN = -3, BEFORE = -2, SHARED = -1 };

static const FlowBlock *block_at(const FlowOwners *o, Word i)
{
   return VG_(indexXA)(o->flow->blocks, i);
}

static void give(FlowOwners *o, Word i, Word owner)
{
   const Word old = o->owner[i];

   if (o->is_case[i] || old == owner || old == BEFORE
       || (old == SHARED && owner != BEFORE))
      return;
   o->owner[i] = old == UNKNOWN || owner == BEFORE ? owner : SHARED;
   VG_(addToXA)(o->open, &i);
}

static void give_cases(FlowOwners *o, const JumpTable *t, Word owner)
{
   const UInt n = table_cases_count(t);

   for (UInt k = 0; k < n; k++) {
      const Addr to = table_cases_at(t, k);
      if (code_flow_has(o->flow, to))
         give(o, code_flow_block(o->flow, to), owner);
   }
}

static void spread(FlowOwners *o, Word table)
{
   for (Word n; (n = VG_(sizeXA)(o->open)) > 0; ) {
      const Word i = *(Word *)VG_(indexXA)(o->open, n - 1);
      const FlowBlock *b = block_at(o, i);

      VG_(dropTailXA)(o->open, 1);
      if (b->to != 0)
         give(o, b->next, o->owner[i]);
      if (b->goes_on && i + 1 < o->n)
         give(o, i + 1, o->owner[i]);
      if (b->table >= 0 && b->table != table)
         give_cases(o, &code_flow_table(o->flow, b->table)->in, o->owner[i]);
   }
}

void flow_owners_read(FlowOwners *owners, const CodeFlow *flow, Word table)
{
   const JumpTable *t = &code_flow_table(flow, table)->in;
   const UInt n_cases = table_cases_count(t);
   const Word n = VG_(sizeXA)(flow->blocks);

   *owners = (FlowOwners){
      flow, n, VG_(malloc)("aprof.flow_owners", n * sizeof(Word)),
      VG_(calloc)("aprof.flow_owners", n, sizeof(Bool)),
      VG_(newXA)(VG_(malloc), "aprof.flow_owners", VG_(free), sizeof(Word))
   };
   for (Word i = 0; i < n; i++)
      owners->owner[i] = UNKNOWN;
   give(owners, 0, BEFORE);
   for (UInt k = 0; k < n_cases; k++) {
      const Addr to = table_cases_at(t, k);
      if (code_flow_has(flow, to)) {
         const Word i = code_flow_block(flow, to);
         give(owners, i, i);
         owners->is_case[i] = True;
      }
   }
   spread(owners, table);
   for (Word i = 0; i < n; i++)
      if (owners->owner[i] == UNKNOWN && !code_flow_is_filler(flow, i)) {
         give(owners, i, BEFORE);
         spread(owners, table);
      }
}

void flow_owners_free(FlowOwners *owners)
{
   VG_(free)(owners->owner);
   VG_(free)(owners->is_case);
   VG_(deleteXA)(owners->open);
}

FlowOwner flow_owners_of(const FlowOwners *owners, Addr insn)
{
   const Word owner = owners->owner[code_flow_block(owners->flow, insn)];

   return owner >= 0 ? FLOW_OWNED : owner == SHARED ? FLOW_SHARED : FLOW_BEFORE;
}

Bool flow_owners_is_case(const FlowOwners *owners, Addr insn)
{
   return owners->is_case[code_flow_block(owners->flow, insn)];
}

Bool flow_owners_is_entered(const FlowOwners *owners)
{
   for (Word i = 1; i < owners->n; i++) {
      const FlowBlock *before = block_at(owners, i - 1);
      if (owners->is_case[i] && owners->owner[i - 1] < 0 && before->goes_on
          && !before->is_call && !code_flow_is_filler(owners->flow, i - 1))
         return True;
   }
   return False;
}
