/* Which instruction may be executed after which: see symbols/code_flow.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/code_flow.h"
#include "arch/insn.h"
#include "arch/jump_table.h"
#include "symbols/address_map.h"
#include "symbols/code_entries.h"
#include "symbols/code_symbols.h"
#include "symbols/table_cases.h"
#include "pub_tool_aspacemgr.h"

/* A jump without a condition that leads further than this is a call of another
   routine. */
enum { NEAR = 1024 };

/* Return where the instructions that can be read end: at a segment's end, or at
   the next routine. */
static Addr limit_of_unnamed(Addr start)
{
   const NSegment *segment = VG_(am_find_nsegment)(start);
   Addr next = code_entries_next(start);
   Addr limit = segment == NULL ? start : segment->end + 1;

   if (limit > start + CODE_FLOW_MOST_UNNAMED)
      limit = start + CODE_FLOW_MOST_UNNAMED;
   return next > start && next < limit ? next : limit;
}

Addr code_flow_end_of_unnamed(Addr start)
{
   Addr limit = limit_of_unnamed(start), furthest = start, to;
   JumpTableSearch search = { .most = 0 };
   JumpTable table;
   UInt length;

   for (Addr a = start; a < limit; a += length) {
      Addr behind;
      Bool stops;

      length = insn_length(a, limit - a);
      if (length == 0)
         return a;
      behind = a + length;
      stops = insn_never_goes_on(a, length);
      if (insn_jump_target(a, length, &to) && to > furthest && to < limit
          && (!stops || to < behind + NEAR))
         furthest = to;
      if (jump_table_of(&search, a, length, &table)) {
         to = table_cases_furthest(&table, start, limit);
         if (to > furthest)
            furthest = to;
      }
      jump_table_see(&search, a, length);
      if (stops && furthest < behind)
         return behind;
   }
   return limit;
}

/* The jump of an instruction to code outside of that from `start` to `end`; 0:
   there is none. */
static Addr jump_out(Addr a, UInt length, Addr start, Addr end)
{
   Addr to;

   return length != 0 && !insn_is_call(a, length)
          && insn_jump_target(a, length, &to) && (to < start || to >= end)
          ? to : 0;
}

Addr code_flow_jumps_to(Addr start, Addr end, Addr ip, UInt far)
{
   Addr best = 0, to;
   UInt length;

   for (Addr a = start; a < end; a += length == 0 ? 1 : length) {
      length = insn_length(a, end - a);
      to = jump_out(a, length, start, end);
      if (to > best && to <= ip && ip < code_flow_end_of_unnamed(to))
         best = to;
   }
   for (Addr a = start; a < end && best == 0 && far > 1;
        a += length == 0 ? 1 : length) {
      length = insn_length(a, end - a);
      to = jump_out(a, length, start, end);
      if (to != 0 && insn_never_goes_on(a, length))
         best = code_flow_jumps_to(to, code_flow_end_of_unnamed(to), ip,
                                   far - 1);
   }
   return best;
}

static XArray *new_list(SizeT element)
{
   return VG_(newXA)(VG_(malloc), "aprof.code_flow", VG_(free), element);
}

static void add_jump(CodeFlow *flow, Addr from, Addr behind, Addr to)
{
   FlowJump jump = { to, from, behind };

   if (code_flow_has(flow, to))
      VG_(addToXA)(flow->jumps, &jump);
}

/* The code jumps to an address outside: if that is a part of the routine that
   the compiler has put elsewhere (f.cold), then list the jumps from there. */
static void read_part(CodeFlow *flow, Addr address)
{
   Addr a, to, end;
   UInt length;

   if (!code_symbol_covers(address, &a) || !code_symbol_is_part(a))
      return;
   end = code_symbol_end(a);
   for (; a < end; a += length == 0 ? 1 : length) {
      length = insn_length(a, end - a);
      if (length == 0)
         flow->is_opaque = True;
      else if (insn_jump_target(a, length, &to))
         add_jump(flow, 0, 0, to);
   }
}

static void read_instruction(CodeFlow *flow, Addr a, UInt length)
{
   Addr to, behind = a + length;

   if (insn_is_call(a, length)) {
      FlowCall call = { behind, 0 };
      insn_call_target(a, length, &call.to);
      VG_(addToXA)(flow->calls, &call);
   }
   if (insn_is_repeated(a, length))
      add_jump(flow, a, behind, a);
   else if (insn_jump_target(a, length, &to)) {
      add_jump(flow, a, behind, to);
      if (!code_flow_has(flow, to))
         read_part(flow, to);
   } else if (insn_is_indirect_jump(a, length))
      VG_(addToXA)(flow->indirect, &a);
   if (insn_never_goes_on(a, length))
      VG_(addToXA)(flow->stops, &behind);
}

static Int compare_jumps(const void *a, const void *b)
{
   const FlowJump *p = a, *q = b;

   if (p->to != q->to)
      return p->to < q->to ? -1 : 1;
   return p->from < q->from ? -1 : p->from > q->from;
}

static Bool has_address(XArray *list, Addr a)
{
   Word i = address_list_find(list, a);

   return i < VG_(sizeXA)(list) && *(Addr *)VG_(indexXA)(list, i) == a;
}

Word code_flow_block(const CodeFlow *flow, Addr a)
{
   return address_list_find(flow->blocks, a + 1) - 1;
}

static Addr end_of_block(const CodeFlow *flow, Word i)
{
   return i + 1 < VG_(sizeXA)(flow->blocks)
          ? ((FlowBlock *)VG_(indexXA)(flow->blocks, i + 1))->start : flow->end;
}

Bool code_flow_is_filler(const CodeFlow *flow, Word block)
{
   const Addr end = end_of_block(flow, block);
   UInt length;

   for (Addr a = ((FlowBlock *)VG_(indexXA)(flow->blocks, block))->start; a < end;
        a += length) {
      length = insn_length(a, end - a);
      if (length == 0 || !insn_is_filler(a, length))
         return False;
   }
   return True;
}

static void add_block(CodeFlow *flow, Addr start)
{
   FlowBlock b = { .start = start, .goes_on = True, .table = -1 };

   if (code_flow_has(flow, start))
      VG_(addToXA)(flow->blocks, &b);
}

/* Find the blocks: a block starts at a target of jumps, and behind a jump. */
static void find_blocks(CodeFlow *flow)
{
   XArray *all;
   Addr before = 0;

   add_block(flow, flow->start);
   for (Word i = 0; i < VG_(sizeXA)(flow->jumps); i++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, i);
      add_block(flow, j->to);
      add_block(flow, j->behind);
   }
   for (Word i = 0; i < VG_(sizeXA)(flow->stops); i++)
      add_block(flow, *(Addr *)VG_(indexXA)(flow->stops, i));
   all = flow->blocks;
   address_list_sort(all);
   flow->blocks = new_list(sizeof(FlowBlock));
   for (Word i = 0; i < VG_(sizeXA)(all); i++) {
      const FlowBlock *b = VG_(indexXA)(all, i);
      if (b->start != before)
         VG_(addToXA)(flow->blocks, b);
      before = b->start;
   }
   VG_(deleteXA)(all);
}

static FlowBlock *block_with(const CodeFlow *flow, Addr a)
{
   return VG_(indexXA)(flow->blocks, code_flow_block(flow, a));
}

/* Return the addresses that are called in the middle of a block, ascending: these
   calls return, as nothing else leads to the code behind them.  (Behind a call
   that does not return may stand room before an aligned address; or, in code with
   indirect jumps, what they lead to.) */
static XArray *find_returning(const CodeFlow *flow)
{
   XArray *found = new_list(sizeof(Addr));

   if (VG_(sizeXA)(flow->indirect) == 0)
      for (Word i = 0; i < VG_(sizeXA)(flow->calls); i++) {
         const FlowCall *c = VG_(indexXA)(flow->calls, i);
         UInt length = c->behind < flow->end
                       ? insn_length(c->behind, flow->end - c->behind) : 0;
         if (c->to != 0 && length != 0 && !insn_is_filler(c->behind, length)
             && !has_address(flow->blocks, c->behind))
            VG_(addToXA)(found, &c->to);
      }
   address_list_sort(found);
   return found;
}

/* Is there a call before the address that may not return? */
static Bool may_not_return(const CodeFlow *flow, Addr behind, XArray *returning)
{
   Word i = address_list_find(flow->calls, behind);
   const FlowCall *c = i < VG_(sizeXA)(flow->calls)
                       ? VG_(indexXA)(flow->calls, i) : NULL;

   return c != NULL && c->behind == behind && !has_address(returning, c->to);
}

static void link_blocks(CodeFlow *flow)
{
   XArray *returning = find_returning(flow);

   for (Word i = 0; i < VG_(sizeXA)(flow->jumps); i++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, i);
      if (j->from != 0) {
         FlowBlock *b = block_with(flow, j->from);
         b->to = j->to;
         b->next = code_flow_block(flow, j->to);
      }
   }
   for (Word i = 0; i < VG_(sizeXA)(flow->stops); i++) {
      Addr end = *(Addr *)VG_(indexXA)(flow->stops, i);
      block_with(flow, end - 1)->goes_on = False;
   }
   for (Word i = 0; i < VG_(sizeXA)(flow->indirect); i++) {
      Addr a = *(Addr *)VG_(indexXA)(flow->indirect, i);
      block_with(flow, a)->is_indirect = True;
   }
   for (Word i = 0; i < VG_(sizeXA)(flow->blocks); i++) {
      FlowBlock *b = VG_(indexXA)(flow->blocks, i);
      b->is_call = may_not_return(flow, end_of_block(flow, i), returning);
   }
   VG_(deleteXA)(returning);
}

void code_flow_read(CodeFlow *flow, Addr start,
                    void (*each)(Addr insn, void *opaque), void *opaque)
{
   UInt length;
   Addr symbol;

   *flow = (CodeFlow){
      .start = start,
      .end = code_symbol_covers(start, &symbol)
             ? code_symbol_end(start) : code_flow_end_of_unnamed(start),
      .jumps = new_list(sizeof(FlowJump)), .stops = new_list(sizeof(Addr)),
      .indirect = new_list(sizeof(Addr)), .calls = new_list(sizeof(FlowCall)),
      .tables = new_list(sizeof(FlowTable)),
      .switches = new_list(sizeof(FlowSwitch)),
      .blocks = new_list(sizeof(FlowBlock))
   };
   for (Addr a = start; a < flow->end; a += length == 0 ? 1 : length) {
      if (each != NULL)
         each(a, opaque);
      length = insn_length(a, flow->end - a);
      if (length == 0)
         flow->is_opaque = True;
      else
         read_instruction(flow, a, length);
   }
   VG_(setCmpFnXA)(flow->jumps, compare_jumps);
   VG_(sortXA)(flow->jumps);
   find_blocks(flow);
   link_blocks(flow);
}

void code_flow_free(CodeFlow *flow)
{
   VG_(deleteXA)(flow->jumps);
   VG_(deleteXA)(flow->stops);
   VG_(deleteXA)(flow->indirect);
   VG_(deleteXA)(flow->tables);
   VG_(deleteXA)(flow->switches);
   VG_(deleteXA)(flow->calls);
   VG_(deleteXA)(flow->blocks);
}

/* The state of a search. */
typedef struct {
   const CodeFlow *flow;
   FlowBlock *blocks;           /* all of them... */
   Word n;                      /* ...and their number */
   XArray *open;                /* of Word: blocks to go on from */
   FlowRange is_in;
   void *opaque;
   Bool has_bridges;
   Bool is_direct;              /* indirect jumps are ways only to the cases of
                                   a known table */
} Search;

static Addr end_of(const Search *s, Word i)
{
   return i + 1 < s->n ? s->blocks[i + 1].start : s->flow->end;
}

/* Are all successors of the block in? */
static Bool is_bridge(const Search *s, Word i)
{
   const FlowBlock *b = &s->blocks[i];
   Addr next = b->goes_on ? end_of(s, i) : 0;

   if (!s->has_bridges || b->is_indirect || (b->to == 0 && next == 0))
      return False;
   return (b->to == 0 || s->is_in(b->to, b->to + 1, s->opaque))
          && (next == 0 || (next < s->flow->end
                            && s->is_in(next, next + 1, s->opaque)));
}

static void see(Search *s, Word i)
{
   FlowBlock *b = &s->blocks[i];

   if (b->is_seen || (!s->is_in(b->start, end_of(s, i), s->opaque)
                      && !is_bridge(s, i)))
      return;
   b->is_seen = True;
   VG_(addToXA)(s->open, &i);
}

/* See the cases of a `switch`. */
static void see_cases(Search *s, FlowTable *t)
{
   UInt n;

   if (t->is_seen)
      return;
   t->is_seen = True;
   n = table_cases_count(&t->in);
   for (UInt i = 0; i < n; i++) {
      const Addr to = table_cases_at(&t->in, i);
      if (code_flow_has(s->flow, to))
         see(s, code_flow_block(s->flow, to));
   }
}

/* See what a block goes on to: after an indirect jump, anything. */
static void see_successors(Search *s, Word i)
{
   const FlowBlock *b = &s->blocks[i];

   if (b->table >= 0 && s->is_direct)
      see_cases(s, code_flow_table(s->flow, b->table));
   else if (b->is_indirect && !s->is_direct)
      for (Word k = 0; k < s->n; k++)
         see(s, k);
   if (b->to != 0)
      see(s, b->next);
   if (b->goes_on && i + 1 < s->n)
      see(s, i + 1);
}

static Bool reaches(Search s, Addr from, Addr to)
{
   const CodeFlow *flow = s.flow;
   const FlowBlock *goal = block_with(flow, to);
   Bool is_found;

   s.n = VG_(sizeXA)(flow->blocks);
   s.blocks = VG_(indexXA)(flow->blocks, 0);
   s.open = new_list(sizeof(Word));
   for (Word i = 0; i < s.n; i++)
      s.blocks[i].is_seen = False;
   for (Word i = 0; i < VG_(sizeXA)(flow->tables); i++)
      code_flow_table(flow, i)->is_seen = False;
   see(&s, code_flow_block(flow, from));
   for (Word n; (n = VG_(sizeXA)(s.open)) > 0 && !goal->is_seen; ) {
      Word i = *(Word *)VG_(indexXA)(s.open, n - 1);
      VG_(dropTailXA)(s.open, 1);
      see_successors(&s, i);
   }
   is_found = goal->is_seen;
   VG_(deleteXA)(s.open);
   return is_found;
}

Bool code_flow_reaches(const CodeFlow *flow, Addr from, Addr to,
                       FlowRange is_in, void *opaque, Bool has_bridges)
{
   return reaches((Search){ .flow = flow, .is_in = is_in, .opaque = opaque,
                            .has_bridges = has_bridges }, from, to);
}

/* The code between two addresses. */
typedef struct {
   Addr first, last;
} Range;

static Bool is_between(Addr start, Addr end, void *opaque)
{
   const Range *r = opaque;

   (void)end;
   return start >= r->first && start <= r->last;
}

Bool code_flow_is_loop(const CodeFlow *flow, Addr head, Addr from)
{
   Range r = { head, from };

   return reaches((Search){ .flow = flow, .is_in = is_between, .opaque = &r,
                            .is_direct = True }, head, from);
}

static Bool is_anywhere(Addr start, Addr end, void *opaque)
{
   (void)start;
   (void)end;
   (void)opaque;
   return True;
}

Bool code_flow_has_loop(Addr start)
{
   CodeFlow flow;
   Bool found = False;

   code_flow_read(&flow, start, NULL, NULL);
   for (Word i = 0; i < VG_(sizeXA)(flow.jumps) && !found; i++) {
      const FlowJump *j = VG_(indexXA)(flow.jumps, i);
      found = j->from >= j->to
              && (j->from == j->to
                  || code_flow_reaches(&flow, j->to, j->from, is_anywhere,
                                       NULL, False));
   }
   code_flow_free(&flow);
   return found;
}

Bool code_flow_before(const CodeFlow *flow, Addr insn,
                      Bool (*each)(Addr before, void *opaque), void *opaque)
{
   if (flow->is_opaque)
      return False;
   if (insn == flow->start) {
      if (!each(0, opaque))
         return False;
   } else if (!has_address(flow->stops, insn) && !each(insn - 1, opaque))
      return False;
   for (Word k = address_list_find(flow->jumps, insn);
        k < VG_(sizeXA)(flow->jumps); k++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, k);
      if (j->to != insn)
         break;
      if (j->from == 0 || !each(j->from, opaque))
         return False;
   }
   for (Word k = 0; k < VG_(sizeXA)(flow->indirect); k++)
      if (!each(*(Addr *)VG_(indexXA)(flow->indirect, k), opaque))
         return False;
   return True;
}
