/* The charge: which instruction a sample belongs to.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/charge.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>

/* --- ways --- */

/* The ways out of the blocks, while some are not known yet. */
typedef struct {
   const code *c;
   const double *executions;
   charge_ways *out;
   bool *known;                       /* both ways out of a block */
   bool has_tables;                   /* an indirect jump may go to any block */
} solution;

static const code_instruction *last_of(const code *c, size_t block)
{
   return &c->list[c->blocks[block].past - 1];
}

/* Know a way out of a branch, and by that the other one. */
static void know(solution *s, size_t block, double *way, double executions)
{
   const double n = s->executions[s->c->blocks[block].past - 1];
   charge_ways *out = &s->out[block];

   *way = executions < 0 ? 0 : executions > n ? n : executions;
   if (way == &out->on)
      out->target = n - out->on;
   else
      out->on = n - out->target;
   s->known[block] = true;
}

/* What is known of the ways into a block. */
typedef struct {
   double sum;                        /* over the known ways */
   size_t unknown;
   size_t from;                       /* an unknown way: out of this block... */
   bool is_on;                        /* ...to the next, or to the target */
} ways_in;

static void add_way_in(ways_in *in, const solution *s, size_t from, bool is_on)
{
   if (s->known[from]) {
      in->sum += is_on ? s->out[from].on : s->out[from].target;
   } else {
      in->unknown++;
      in->from = from;
      in->is_on = is_on;
   }
}

/* As many executions come into a block as it has: where one way in is not
   known, it is the rest.  A table of jumps seldom leads to where a branch falls
   through to, but often to where one jumps to.  Return whether something was
   found. */
static bool solve_once(solution *s)
{
   const code *c = s->c;
   ways_in *in = memory_new(c->block_count + 1, sizeof *in);
   bool found = false;

   for (size_t b = 0; b < c->block_count; b++) {
      const code_instruction *i = last_of(c, b);

      if (i->flow == FLOW_ON || i->flow == FLOW_BRANCH)
         add_way_in(&in[b + 1], s, b, true);
      if (i->target != CODE_NONE)
         add_way_in(&in[c->list[i->target].block], s, b, false);
   }
   /* Callers come into the first block, too. */
   for (size_t b = 1; b < c->block_count; b++) {
      const size_t from = in[b].from;

      if (in[b].unknown != 1 || s->known[from] ||
          (s->has_tables && !in[b].is_on))
         continue;
      know(s, from, in[b].is_on ? &s->out[from].on : &s->out[from].target,
           s->executions[c->blocks[b].first] - in[b].sum);
      found = true;
   }
   free(in);
   return found;
}

/* Let the two ways of a branch have a half each: of the branch that is executed
   least, so that what follows for others is wrong by as little as can be.
   Return false if all ways are known. */
static bool assume_one(solution *s)
{
   const code *c = s->c;
   size_t least = CODE_NONE;

   for (size_t b = 0; b < c->block_count; b++)
      if (!s->known[b] &&
          (least == CODE_NONE || s->executions[c->blocks[b].past - 1] <
                                 s->executions[c->blocks[least].past - 1]))
         least = b;
   if (least != CODE_NONE)
      s->known[least] = true;
   return least != CODE_NONE;
}

/* Set the ways that are known at once; of others, let each have a half. */
static void begin_ways(solution *s)
{
   for (size_t b = 0; b < s->c->block_count; b++) {
      const code_instruction *i = last_of(s->c, b);
      const double n = s->executions ? s->executions[s->c->blocks[b].past - 1]
                                     : 1;
      charge_ways *out = &s->out[b];

      s->known[b] = i->flow != FLOW_BRANCH;
      s->has_tables |= i->flow == FLOW_JUMP && strchr(i->text, '*');
      out->on = i->flow == FLOW_ON ? n : 0;
      out->target = i->flow == FLOW_JUMP ? n : 0;
      if (i->flow == FLOW_BRANCH)
         out->on = out->target = s->executions ? n / 2 : 1;
   }
}

charge_ways *charge_ways_of(const code *c, const double *executions)
{
   solution s = {
      .c = c, .executions = executions,
      .out = memory_new(c->block_count, sizeof *s.out),
      .known = memory_new(c->block_count, sizeof *s.known),
   };

   begin_ways(&s);
   while (executions && (solve_once(&s) || assume_one(&s)))
      ;
   free(s.known);
   return s.out;
}

/* --- the charge --- */

void charge_back(const code *c, const double *executions, double *weights)
{
   double *moved = memory_new(c->count, sizeof *moved);
   double *flow = memory_new(c->count + 1, sizeof *flow);
   charge_ways *out = charge_ways_of(c, executions);

   for (size_t b = 0; b < c->block_count; b++) {
      const size_t last = c->blocks[b].past - 1;

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
   free(out);
}
