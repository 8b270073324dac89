/* The charge: which instruction a sample belongs to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/charge.h"
#include "base/memory.h"

#include <stdlib.h>

/* How often control goes from the end of one block to the start of the next, or
   to the target: of a branch the two share its executions.  The fall-through of
   a branch whose next block has no other way in is that block's executions, and
   the rest is the other way's. */
typedef struct {
   double on, target;
} edges;

static edges edges_of(const code *c, const double *executions,
                      const size_t *ways_in, size_t last)
{
   const code_instruction *i = &c->list[last];
   const double n = executions ? executions[last] : 1;
   edges e = { 0, 0 };

   if (i->flow == FLOW_ON) {
      e.on = n;
   } else if (i->flow == FLOW_JUMP) {
      e.target = n;
   } else if (i->flow == FLOW_BRANCH) {
      e.on = e.target = n / 2;
      if (executions == NULL)
         e.on = e.target = 1;
      else if (last + 1 < c->count && ways_in[last + 1] == 1)
         e.on = executions[last + 1] < n ? executions[last + 1] : n;
      else if (i->target != CODE_NONE && ways_in[i->target] == 1)
         e.on = n > executions[i->target] ? n - executions[i->target] : 0;
      if (executions)
         e.target = n - e.on;
   }
   return e;
}

/* Return the number of blocks that can come before each instruction. */
static size_t *count_ways_in(const code *c)
{
   size_t *ways = memory_new(c->count + 1, sizeof *ways);

   for (size_t b = 0; b < c->block_count; b++) {
      const size_t last = c->blocks[b].past - 1;
      const code_instruction *i = &c->list[last];

      if (i->flow == FLOW_ON || i->flow == FLOW_BRANCH)
         ways[last + 1]++;
      if (i->target != CODE_NONE)
         ways[i->target]++;
   }
   return ways;
}

void charge_back(const code *c, const double *executions, double *weights)
{
   double *moved = memory_new(c->count, sizeof *moved);
   double *flow = memory_new(c->count + 1, sizeof *flow);
   size_t *ways = count_ways_in(c);
   edges *out = memory_new(c->block_count, sizeof *out);

   for (size_t b = 0; b < c->block_count; b++) {
      const size_t last = c->blocks[b].past - 1;

      out[b] = edges_of(c, executions, ways, last);
      flow[last + 1] += out[b].on;
      if (c->list[last].target != CODE_NONE)
         flow[c->list[last].target] += out[b].target;
   }
   /* Executions that come from no block of the routine come from its callers,
      or through a table of jumps: their part of the weight stays. */
   for (size_t b = 0; b < c->block_count; b++) {
      const size_t first = c->blocks[b].first;
      double all = flow[first] + (executions == NULL && first == 0);

      if (executions && executions[first] > all)
         all = executions[first];
      if (all <= 0)
         all = flow[first] = 0;
      moved[first] += all > 0 ? weights[first] * (1 - flow[first] / all)
                              : weights[first];
      if (all > 0)
         flow[first] = all;
   }
   /* Behind the first instruction of a block there is one way; its own weight
      is shared by the blocks before. */
   for (size_t b = 0; b < c->block_count; b++) {
      const size_t last = c->blocks[b].past - 1, target = c->list[last].target;

      for (size_t i = c->blocks[b].first + 1; i <= last; i++)
         moved[i - 1] += weights[i];
      if (last + 1 < c->count && flow[last + 1] > 0)
         moved[last] += weights[last + 1] * out[b].on / flow[last + 1];
      if (target != CODE_NONE && flow[target] > 0)
         moved[last] += weights[target] * out[b].target / flow[target];
   }
   for (size_t i = 0; i < c->count; i++)
      weights[i] = moved[i];
   free(moved);
   free(flow);
   free(ways);
   free(out);
}
