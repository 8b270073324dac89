/* The tables that the indirect jumps of code read: see symbols/flow_tables.h.

   A comparison says how many elements a table has.  Without one, a mask, or a byte,
   says only that there are no more.  Then the elements are read one after the
   other, up to the first that does not lead to where an instruction of the code
   begins, behind its first one; to an address that the code puts into a register or
   reads a table at, since what begins there is something else; or to that number.
   Cases may also lie elsewhere, in the part of the routine that is seldom executed
   (f.cold): between the addresses that jumps with a condition lead to outside of
   the code, since compilers give such jumps to no other routine, but for some calls
   at the end of one.  The last one leads to where a basic block of the code begins,
   as far as jumps in the code say.  (If the last cases of a table begin in the
   middle of a block, then the cases before go on to them, and no way is lost without
   them.)

   So no element of the table is left out.  There may be one too many if the program
   says that some values are impossible: what follows is read, too.  The addresses of
   the next routine's table lie outside of this one.  Distances there are measured
   from a place that is further on, so that they lead to other places, by chance to
   one in this routine where an instruction begins, and a block.  Such a way that
   does not exist leads from the `switch` to code of its own routine.  It makes no
   count wrong: a jump is counted where it is executed, with where it leads then, and
   a loop has turns by a jump from behind its head back to it alone.  It may only
   make a loop of such a jump where the routine comes to both in another order.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/flow_tables.h"
#include "arch/insn.h"
#include "symbols/address_map.h"
#include "symbols/table_cases.h"
#include "pub_tool_aspacemgr.h"

Bool flow_tables_lead_to(const CodeFlow *flow, Word table, Addr first, Addr last)
{
   const JumpTable *t = &code_flow_table(flow, table)->in;
   const UInt n = table_cases_count(t);

   for (UInt i = 0; i < n; i++) {
      const Addr to = table_cases_at(t, i);
      if (to >= first && to <= last)
         return True;
   }
   return False;
}

/* What is known when the tables are looked for. */
typedef struct {
   CodeFlow *flow;
   UChar *starts;               /* a bit for each byte: does an instruction begin? */
   XArray *addresses;           /* of Addr, ascending: where tables may begin */
   Addr first_far, last_far;    /* where jumps with a condition lead to, outside */
} TableSearch;

static Bool is_start(const TableSearch *s, Addr a)
{
   const Addr at = a - s->flow->start;

   return (s->starts[at / 8] >> at % 8 & 1) != 0;
}

/* Return the number of elements of a table, at most. */
static UInt room_of(const TableSearch *s, const JumpTable *t)
{
   const Word next = address_list_find(s->addresses, t->table + 1);
   UInt n = t->count;

   if (next < VG_(sizeXA)(s->addresses)) {
      const Addr end = *(Addr *)VG_(indexXA)(s->addresses, next);
      if ((end - t->table) / t->size < n)
         n = (end - t->table) / t->size;
   }
   while (n > 0 && !VG_(am_is_valid_for_client)(t->table, (SizeT)n * t->size,
                                                VKI_PROT_READ))
      n /= 2;
   return n;
}

static FlowBlock *block_of(const CodeFlow *flow, Addr a)
{
   return VG_(indexXA)(flow->blocks, code_flow_block(flow, a));
}

/* Does a block begin at the instruction, with nothing but room before it? */
static Bool begins_block(const CodeFlow *flow, Addr a)
{
   UInt length;

   for (Addr b = block_of(flow, a)->start; b < a; b += length) {
      length = insn_length(b, a - b);
      if (length == 0 || !insn_is_filler(b, length))
         return False;
   }
   return True;
}

/* May the address be that of a case? */
static Bool is_case(const TableSearch *s, Addr a)
{
   const CodeFlow *flow = s->flow;

   return code_flow_has(flow, a)
          ? a > flow->start && is_start(s, a)
          : a >= s->first_far && a <= s->last_far;
}

/* Give the table the number of elements that it has.  False: it is no table of this
   code. */
static Bool find_end(const TableSearch *s, JumpTable *t)
{
   const CodeFlow *flow = s->flow;
   const UInt room = room_of(s, t);
   UInt n = 0, n_sure = 0;

   while (n < room) {
      const Addr to = table_cases_at(t, n);
      if (!is_case(s, to))
         break;
      n++;
      if (code_flow_has(flow, to) && begins_block(flow, to))
         n_sure = n;
   }
   if (t->end == JUMP_TABLE_CHECKED)
      return n == t->count;
   t->count = n_sure;
   return n_sure >= 2;
}

static Bool is_same(const JumpTable *t, const JumpTable *u)
{
   return t->table == u->table && t->base == u->base && t->count == u->count
          && t->size == u->size;
}

/* Add the table that the indirect jump reads. */
static void add_switch(const TableSearch *search, Addr jump, JumpTable *t)
{
   CodeFlow *flow = search->flow;
   FlowSwitch s = { jump, 0 };
   FlowTable table;

   if (!find_end(search, t))
      return;
   table = (FlowTable){ .in = *t };
   while (s.table < VG_(sizeXA)(flow->tables)
          && !is_same(&code_flow_table(flow, s.table)->in, t))
      s.table++;
   if (s.table == VG_(sizeXA)(flow->tables))
      VG_(addToXA)(flow->tables, &table);
   VG_(addToXA)(flow->switches, &s);
   block_of(flow, jump)->table = s.table;
}

/* Call `see` for each instruction. */
static void each_insn(TableSearch *s,
                      void (*see)(TableSearch *s, Addr insn, UInt length,
                                  JumpTableSearch *search))
{
   JumpTableSearch search = { .most = 0 };
   UInt length;

   for (Addr a = s->flow->start; a < s->flow->end; a += length == 0 ? 1 : length) {
      length = insn_length(a, s->flow->end - a);
      if (length != 0)
         see(s, a, length, &search);
   }
}

static void see_start(TableSearch *s, Addr insn, UInt length,
                      JumpTableSearch *search)
{
   const Addr at = insn - s->flow->start;
   const Addr table = jump_table_address(insn, length);
   Addr to;

   (void)search;
   s->starts[at / 8] |= 1 << at % 8;
   if (insn_jump_target(insn, length, &to) && !code_flow_has(s->flow, to)
       && !insn_never_goes_on(insn, length)) {
      s->first_far = s->first_far == 0 || to < s->first_far ? to : s->first_far;
      s->last_far = to > s->last_far ? to : s->last_far;
   }
   if (table != 0)
      VG_(addToXA)(s->addresses, &table);
}

static Bool is_target(const CodeFlow *flow, Addr a)
{
   const Word i = address_list_find(flow->jumps, a);

   return i < VG_(sizeXA)(flow->jumps)
          && ((FlowJump *)VG_(indexXA)(flow->jumps, i))->to == a;
}

static void see_jump(TableSearch *s, Addr insn, UInt length,
                     JumpTableSearch *search)
{
   JumpTable table;

   if (is_target(s->flow, insn))
      jump_table_see_target(search);
   if (jump_table_of(search, insn, length, &table))
      add_switch(s, insn, &table);
   jump_table_see(search, insn, length);
}

void flow_tables_read(CodeFlow *flow)
{
   TableSearch s = {
      flow,
      VG_(calloc)("aprof.flow_tables", (flow->end - flow->start) / 8 + 1, 1),
      VG_(newXA)(VG_(malloc), "aprof.flow_tables", VG_(free), sizeof(Addr)),
      0, 0
   };

   each_insn(&s, see_start);
   address_list_sort(s.addresses);
   each_insn(&s, see_jump);
   VG_(deleteXA)(s.addresses);
   VG_(free)(s.starts);
}
