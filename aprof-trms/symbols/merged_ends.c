/* Ends of inlined calls that other code leads to, too: see
   symbols/merged_ends.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/merged_ends.h"
#include "arch/insn.h"
#include "symbols/address_map.h"

/* A merged end has no more blocks. */
enum { MOST_END = 32 };

/* A block leads to another. */
typedef struct {
   Word to, from;
} BlockEdge;

typedef struct {
   const CodeFlow *flow;
   Word n;                      /* number of blocks */
   const InlinedCall **calls;   /* of each block: of its last instruction */
   Bool *is_entered;            /* of each block: not all that leads to it is
                                   known */
   Bool *is_call;               /* of each block: it ends with a call */
   XArray *edges;               /* of BlockEdge, ascending by `to` */
   XArray *found;               /* of MergedEnd */
} Merger;

/* The end of a call that is examined. */
typedef struct {
   const Merger *m;
   const InlinedCall *call;
   Word blocks[MOST_END];
   UInt n;
   Bool is_end;                 /* it has no loop, and is short */
} End;

static const FlowBlock *block_at(const CodeFlow *flow, Word i)
{
   return VG_(indexXA)(flow->blocks, i);
}

/* Return the blocks that a block leads to, and -1 for others. */
static void find_next(const CodeFlow *flow, Word i, Word next[2])
{
   const FlowBlock *b = block_at(flow, i);

   next[0] = b->to == 0 ? -1 : code_flow_block(flow, b->to);
   next[1] = b->goes_on && i + 1 < VG_(sizeXA)(flow->blocks) ? i + 1 : -1;
}

static Int compare_edges(const void *a, const void *b)
{
   const BlockEdge *x = a, *y = b;

   return x->to != y->to ? (x->to < y->to ? -1 : 1)
          : (x->from > y->from) - (x->from < y->from);
}

static XArray *new_list(SizeT element)
{
   return VG_(newXA)(VG_(malloc), "aprof.merged_ends", VG_(free), element);
}

typedef enum { FILLER, CALLS, OTHER } BlockKind;

/* Return what a block ends with, but for instructions that do nothing; FILLER:
   it has only such. */
static BlockKind kind_of(Addr start, Addr end)
{
   BlockKind kind = FILLER;

   for (Addr a = start; a < end; ) {
      UInt length = insn_length(a, end - a);
      if (length == 0)
         return OTHER;
      if (!insn_is_filler(a, length))
         kind = insn_is_call(a, length) ? CALLS : OTHER;
      a += length;
   }
   return kind;
}

static void read_blocks(Merger *m,
                        const InlinedCall *(*call_at)(Addr insn, void *opaque),
                        void *opaque)
{
   const CodeFlow *flow = m->flow;

   m->calls = VG_(calloc)("aprof.merged_ends.calls", m->n, sizeof *m->calls);
   m->is_entered = VG_(calloc)("aprof.merged_ends.entered", m->n,
                               sizeof *m->is_entered);
   m->is_call = VG_(calloc)("aprof.merged_ends.call", m->n,
                            sizeof *m->is_call);
   m->edges = new_list(sizeof(BlockEdge));
   for (Word i = 0; i < m->n; i++) {
      Addr end = i + 1 < m->n ? block_at(flow, i + 1)->start : flow->end;
      BlockKind kind = kind_of(block_at(flow, i)->start, end);
      Word next[2];
      m->calls[i] = call_at(end - 1, opaque);
      m->is_call[i] = kind == CALLS;
      m->is_entered[i] = True;
      if (kind == FILLER && i > 0 && !block_at(flow, i - 1)->goes_on)
         continue;              /* room before an aligned address */
      find_next(flow, i, next);
      for (UInt k = 0; k < 2; k++)
         if (next[k] >= 0)
            VG_(addToXA)(m->edges, &(BlockEdge){ next[k], i });
   }
   VG_(setCmpFnXA)(m->edges, compare_edges);
   VG_(sortXA)(m->edges);
   for (Word k = 0; k < VG_(sizeXA)(m->edges); k++)
      m->is_entered[((BlockEdge *)VG_(indexXA)(m->edges, k))->to] = False;
   for (Word k = 0; k < VG_(sizeXA)(flow->jumps); k++) {
      const FlowJump *j = VG_(indexXA)(flow->jumps, k);
      if (j->from == 0)
         m->is_entered[code_flow_block(flow, j->to)] = True;
   }
}

/* Return the next block that leads to block `to`, or -1.  *edge: where to go on
   looking; at first that of address_list_find. */
static Word next_before(const Merger *m, Word to, Word *edge)
{
   const BlockEdge *e;

   if (*edge >= VG_(sizeXA)(m->edges))
      return -1;
   e = VG_(indexXA)(m->edges, *edge);
   ++*edge;
   return e->to == to ? e->from : -1;
}

static Bool is_in(const Merger *m, Word block, const InlinedCall *call)
{
   return inlined_is_in(m->calls[block], call);
}

/* Is the block one of those on the way? */
static Bool is_open(const Word *open, UInt depth, Word i)
{
   for (UInt k = 0; k < depth; k++)
      if (open[k] == i)
         return True;
   return False;
}

/* Find the blocks of the call that block `i` leads to; open: the blocks on the
   way to it, `depth`.  Behind a call of a routine that may never return, other
   code may stand: if a loop follows indeed, then the call begins there.  But a
   block on the way that stands there is the head of a loop that ends with a
   call. */
static void find_end(End *e, Word i, Word open[MOST_END], UInt depth)
{
   Word next[2];

   e->is_end = e->is_end && !is_open(open, depth, i);
   for (UInt k = 0; k < e->n; k++)
      if (e->blocks[k] == i)
         return;
   if (e->n == MOST_END || block_at(e->m->flow, i)->is_indirect)
      e->is_end = False;
   if (!e->is_end)
      return;
   e->blocks[e->n++] = open[depth] = i;
   find_next(e->m->flow, i, next);
   for (UInt k = 0; k < 2; k++)
      if (next[k] >= 0
          && (k == 0 || !e->m->is_call[i] || is_open(open, depth + 1, next[k]))
          && is_in(e->m, next[k], e->call))
         find_end(e, next[k], open, depth + 1);
}

/* Does a block belong to the call, or to one beside it?  (An end of several
   calls may belong in part to one and in part to another.) */
static Bool is_block_of_calls(Addr start, Addr end, void *opaque)
{
   const End *e = opaque;
   const InlinedCall *call
      = e->m->calls[code_flow_block(e->m->flow, start)];

   (void)end;
   return call != e->call->parent && inlined_is_in(call, e->call->parent);
}

/* Does code outside of the call lead to the block? */
static Bool is_begun(const Merger *m, Word block, const InlinedCall *call)
{
   Word edge = address_list_find(m->edges, block), before;

   if (m->is_entered[block])
      return True;
   while ((before = next_before(m, block, &edge)) >= 0)
      if (!is_in(m, before, call))
         return True;
   return False;
}

/* Does the call begin at a block from which there is a way to block `v`? */
static Bool begins_elsewhere(const End *e, Word v)
{
   const Merger *m = e->m;

   for (Word w = 0; w < m->n; w++)
      if (w != v && is_in(m, w, e->call) && is_begun(m, w, e->call)
          && code_flow_reaches(m->flow, block_at(m->flow, w)->start,
                               block_at(m->flow, v)->start, is_block_of_calls,
                               (void *)e, False))
         return True;
   return False;
}

/* Code outside of the call leads to block `v`: list the blocks from `v` on, if
   they are a merged end. */
static void examine(Merger *m, Word v, const InlinedCall *call)
{
   Word open[MOST_END + 1];
   End e = { .m = m, .call = call, .is_end = True };

   find_end(&e, v, open, 0);
   if (e.is_end && begins_elsewhere(&e, v))
      for (UInt k = 0; k < e.n; k++)
         VG_(addToXA)(m->found, &(MergedEnd){ e.blocks[k], call });
}

XArray *merged_ends_find(const CodeFlow *flow,
                         const InlinedCall *(*call_at)(Addr insn, void *opaque),
                         void *opaque)
{
   Merger m = { .flow = flow, .n = VG_(sizeXA)(flow->blocks),
                .found = new_list(sizeof(MergedEnd)) };
   XArray *found = m.found;

   read_blocks(&m, call_at, opaque);
   for (Word k = 0; k < VG_(sizeXA)(m.edges); k++) {
      const BlockEdge *e = VG_(indexXA)(m.edges, k);
      const InlinedCall *call = m.calls[e->to];
      if (call == NULL || inlined_is_in(m.calls[e->from], call))
         continue;
      /* The outermost call that is entered. */
      while (call->parent != NULL
             && !inlined_is_in(m.calls[e->from], call->parent))
         call = call->parent;
      examine(&m, e->to, call);
   }
   VG_(deleteXA)(m.edges);
   VG_(free)(m.is_call);
   VG_(free)(m.is_entered);
   VG_(free)(m.calls);
   return address_list_finish(found);
}

Bool merged_ends_have(XArray *ends, const CodeFlow *flow, Addr insn,
                      const InlinedCall *call)
{
   Word block;

   if (insn < flow->start || insn >= flow->end)
      return False;
   block = code_flow_block(flow, insn);
   for (Word i = address_list_find(ends, block); i < VG_(sizeXA)(ends); i++) {
      const MergedEnd *e = VG_(indexXA)(ends, i);
      if (e->block != block)
         break;
      if (inlined_is_in(call, e->call))
         return True;
   }
   return False;
}
