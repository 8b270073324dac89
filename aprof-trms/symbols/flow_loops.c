/* Which basic blocks belong to a loop: see symbols/flow_loops.h.

   An interpreter's routine has thousands of indirect jumps, and as many cases that
   each of them may lead to.  All of them have the same cases.  So a search goes on
   to these once: what it does with a successor for the first time, it does not do
   again, since a block that has changed its part does not get it back in the
   search.  And whether a case leads back is known of all of them together.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/flow_loops.h"

/* What a block is for the loop that is looked for: REACHED from its head,
   without leaving the code between that and the last jump back; BETWEEN if it
   leads back to the head there; ASIDE if it may lie aside. */
typedef enum { OUTSIDE, REACHED, BETWEEN, ASIDE, LEADS_BACK } Part;

typedef struct _LoopBlock {
   Addr start;
   Word to, next;               /* the indexes of successors; -1: none */
   Bool is_indirect;            /* the `cases` are successors as well */
   Bool is_case;
   Bool is_dead;                /* nothing is known to lead there */
   Bool is_unsure;              /* it ends with a call that may never return,
                                   as jumps lead to the next block, too */
   Part part;
} LoopBlock;

/* Find out which blocks are known to be executed.  Where there are indirect
   jumps, blocks that nothing else leads to are what follows these jumps, such
   as the cases of a `switch`; or only room before an aligned address. */
static void find_dead(FlowLoops *l)
{
   const CodeFlow *flow = l->flow;

   for (Word i = 0; i < l->n; i++)
      l->blocks[i].is_dead = i > 0;
   for (Word i = 0; i < VG_(sizeXA)(flow->jumps); i++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, i);
      l->blocks[code_flow_block(flow, j->to)].is_dead = False;
   }
   for (Word i = 0; i < l->n; i++) {
      LoopBlock *b = &l->blocks[i];

      if (b->is_dead && VG_(sizeXA)(flow->indirect) > 0 && !code_flow_is_filler(flow, i)) {
         b->is_dead = False;
         b->is_case = True;
         VG_(addToXA)(l->cases, &i);
      }
      if (b->is_dead || b->next < 0)
         continue;
      b->is_unsure &= !l->blocks[b->next].is_dead;
      l->blocks[b->next].is_dead = False;
   }
}

void flow_loops_read(FlowLoops *loops, const CodeFlow *flow)
{
   Word n = VG_(sizeXA)(flow->blocks);

   *loops = (FlowLoops){
      .flow = flow, .n = n,
      .blocks = VG_(calloc)("aprof.flow_loops", n + 1, sizeof(LoopBlock)),
      .cases = VG_(newXA)(VG_(malloc), "aprof.flow_loops", VG_(free),
                          sizeof(Word)),
      .open = VG_(newXA)(VG_(malloc), "aprof.flow_loops", VG_(free),
                         sizeof(Word))
   };
   for (Word i = 0; i < n; i++) {
      const FlowBlock *b = VG_(indexXA)(flow->blocks, i);
      loops->blocks[i] = (LoopBlock){
         b->start, b->to == 0 ? -1 : code_flow_block(flow, b->to),
         b->goes_on && i + 1 < n ? i + 1 : -1, b->is_indirect, False, True,
         b->is_call, OUTSIDE
      };
   }
   find_dead(loops);
}

void flow_loops_free(FlowLoops *loops)
{
   VG_(free)(loops->blocks);
   VG_(deleteXA)(loops->cases);
   VG_(deleteXA)(loops->open);
}

/* Call `each` for the successors of a block, for the cases only once in a search.
   Return whether it has returned True for one of them. */
static Bool each_successor(FlowLoops *l, Word i,
                           Bool (*each)(FlowLoops *l, Word successor))
{
   const LoopBlock *b = &l->blocks[i];
   Bool any = False;

   if (b->to >= 0)
      any |= each(l, b->to);
   if (b->next >= 0)
      any |= each(l, b->next);
   if (!b->is_indirect || l->are_cases_done)
      return any;
   l->are_cases_done = True;
   for (Word k = 0; k < VG_(sizeXA)(l->cases); k++)
      any |= each(l, *(Word *)VG_(indexXA)(l->cases, k));
   return any;
}

/* Give the block a part, if it has none. */
static Bool reach(FlowLoops *l, Word i, Part part)
{
   if (l->blocks[i].part != OUTSIDE)
      return False;
   l->blocks[i].part = part;
   VG_(addToXA)(l->open, &i);
   return True;
}

static Bool is_in_range(const FlowLoops *l, Word i)
{
   return l->blocks[i].start >= l->head && l->blocks[i].start <= l->last;
}

static Bool reach_between(FlowLoops *l, Word i)
{
   return is_in_range(l, i) && reach(l, i, REACHED);
}

static Bool reach_aside(FlowLoops *l, Word i)
{
   return reach(l, i, ASIDE);
}

static void reach_all(FlowLoops *l, Bool (*each)(FlowLoops *l, Word successor))
{
   for (Word n; (n = VG_(sizeXA)(l->open)) > 0; ) {
      Word i = *(Word *)VG_(indexXA)(l->open, n - 1);
      VG_(dropTailXA)(l->open, 1);
      each_successor(l, i, each);
   }
}

static Bool is_back(const FlowLoops *l, Word i)
{
   return i >= 0
          && (l->blocks[i].part == BETWEEN || l->blocks[i].part == LEADS_BACK);
}

static Bool is_a_case_back(const FlowLoops *l)
{
   for (Word k = 0; k < VG_(sizeXA)(l->cases); k++)
      if (is_back(l, *(Word *)VG_(indexXA)(l->cases, k)))
         return True;
   return False;
}

/* Of the blocks of a part, give `to`, which is a part that leads back, to those that
   lead to the loop. */
static void find_leading_back(FlowLoops *l, Part from, Part to)
{
   Bool is_changed = True, is_case_back = is_a_case_back(l);

   while (is_changed) {
      is_changed = False;
      for (Word i = l->n - 1; i >= 0; i--) {
         LoopBlock *b = &l->blocks[i];

         if (b->part != from
             || !(is_back(l, b->to) || is_back(l, b->next)
                  || (b->is_indirect && is_case_back)))
            continue;
         b->part = to;
         is_case_back |= b->is_case;
         is_changed = True;
      }
   }
}

/* Change a part of all blocks into another one. */
static Bool change(FlowLoops *l, Part from, Part to)
{
   Bool is_changed = False;

   for (Word i = 0; i < l->n; i++)
      if (l->blocks[i].part == from) {
         l->blocks[i].part = to;
         is_changed = True;
      }
   return is_changed;
}

static void find_between(FlowLoops *l, Word head)
{
   l->are_cases_done = False;
   reach_between(l, head);
   reach_all(l, reach_between);
   /* What cannot be seen to be reached, such as what catches exceptions, lies
      in the loop if it lies between. */
   for (Word i = 0; i < l->n; i++)
      if (is_in_range(l, i)
          && (l->blocks[i].is_dead
              || (l->blocks[i].part == REACHED && l->blocks[i].to == head)))
         l->blocks[i].part = BETWEEN;
   find_leading_back(l, REACHED, BETWEEN);
   change(l, REACHED, OUTSIDE);
}

static Bool take_out(FlowLoops *l, Word i)
{
   if (l->blocks[i].part != ASIDE)
      return False;
   l->blocks[i].part = OUTSIDE;
   VG_(addToXA)(l->open, &i);
   return True;
}

/* Take out what a block leads to that does not lie in the loop. */
static Bool take_out_behind(FlowLoops *l, Word i)
{
   LoopBlock b = l->blocks[i];
   Bool any;

   if (b.part != OUTSIDE || b.is_dead)
      return False;
   if (b.is_unsure)
      l->blocks[i].next = -1;
   any = each_successor(l, i, take_out);
   l->blocks[i].next = b.next;
   return any;
}

/* Take out what other code leads to as well. */
static Bool take_out_entered(FlowLoops *l)
{
   Bool is_changed = take_out(l, 0);

   l->are_cases_done = False;
   for (Word i = 0; i < l->n; i++)
      is_changed |= take_out_behind(l, i);
   for (Word n; (n = VG_(sizeXA)(l->open)) > 0; ) {
      Word i = *(Word *)VG_(indexXA)(l->open, n - 1);
      VG_(dropTailXA)(l->open, 1);
      take_out_behind(l, i);
   }
   return is_changed;
}

static void find_aside(FlowLoops *l)
{
   Bool is_changed = True;

   l->are_cases_done = False;
   for (Word i = 0; i < l->n; i++)
      if (l->blocks[i].part == BETWEEN)
         each_successor(l, i, reach_aside);
   reach_all(l, reach_aside);
   /* Code that leads back by way of code that is taken out does not. */
   while (is_changed) {
      is_changed = take_out_entered(l);
      find_leading_back(l, ASIDE, LEADS_BACK);
      is_changed |= change(l, ASIDE, OUTSIDE);
      change(l, LEADS_BACK, ASIDE);
   }
}

void flow_loops_find(FlowLoops *loops, Addr head, Addr last)
{
   loops->head = head;
   loops->last = last;
   for (Word i = 0; i < loops->n; i++)
      loops->blocks[i].part = OUTSIDE;
   find_between(loops, code_flow_block(loops->flow, head));
   find_aside(loops);
}

FlowPart flow_loops_part(const FlowLoops *loops, Addr insn)
{
   switch (loops->blocks[code_flow_block(loops->flow, insn)].part) {
   case BETWEEN: return FLOW_BETWEEN;
   case ASIDE:   return FLOW_ASIDE;
   default:      return FLOW_OUTSIDE;
   }
}

Bool flow_loops_goes_on_to(const FlowLoops *loops, Addr insn)
{
   Word i = code_flow_block(loops->flow, insn);
   const LoopBlock *before = i > 0 ? &loops->blocks[i - 1] : NULL;

   return before != NULL && before->next == i && before->part != OUTSIDE;
}
