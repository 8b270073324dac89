/* A routine's instructions with their time, executions and simulated misses.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/listing.h"
#include "base/memory.h"
#include "base/message.h"
#include "samples/charge.h"
#include "samples/forwarding.h"

#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Return the instruction of a cell, or CODE_NONE if it lies elsewhere. */
static size_t instruction_of(const listing *l, const samples_cell *cell,
                             const symbols *names, uint64_t start, uint64_t end)
{
   uint64_t address;
   size_t at;

   if (!symbols_address(names, cell->offset, &address) || address < start ||
       address >= end)
      return CODE_NONE;
   at = code_find(&l->c, address);
   return at == CODE_NONE ? 0 : at;
}

/* Give each instruction its samples, and its page faults. */
static void add_samples(listing *l, const samples *s, uint32_t event,
                        uint32_t image, const symbols *names, uint64_t start,
                        uint64_t end)
{
   uint32_t faults = event;
   const bool has_faults = samples_fault_event(s, &faults);

   for (size_t i = 0; i < s->cell_count; i++) {
      const samples_cell *cell = &s->cells[i];
      const size_t at = cell->image == image
                        ? instruction_of(l, cell, names, start, end)
                        : CODE_NONE;

      if (at == CODE_NONE)
         continue;
      if (cell->event == event) {
         l->counts[at] += cell->count;
         l->weights[at] += cell->weight;
      } else if (has_faults && cell->event == faults) {
         l->faults[at] += cell->weight;
      }
   }
}

/* Charge the samples to the instructions before.  An instruction with a page
   fault begins anew behind it: samples of the fault lie at the instruction
   itself, and stay. */
static void charge(listing *l, double fault)
{
   double *stay = memory_new(l->c.count, sizeof *stay);

   for (size_t i = 0; i < l->c.count; i++) {
      stay[i] = fmin(l->weights[i], l->faults[i] * fault);
      l->weights[i] -= stay[i];
   }
   charge_back(&l->c, l->executions, l->weights);
   for (size_t i = 0; i < l->c.count; i++)
      l->weights[i] += stay[i];
   free(stay);
}

/* Return the instruction that begins at an address, or CODE_NONE after one line
   on stderr: the counts belong to another build. */
static size_t counted_instruction(const listing *l, uint64_t address)
{
   const size_t at = code_find(&l->c, address);

   if (at != CODE_NONE && l->c.list[at].address == address)
      return at;
   message_error("list: the counts are of another build: there is no "
                 "instruction at 0x%llx", (unsigned long long)address);
   return CODE_NONE;
}

/* Add the executions of superblocks, of which parts may lie outside. */
static bool add_ranges(listing *l, const counts *known, double scale,
                       uint64_t start, uint64_t end)
{
   for (size_t i = 0; i < known->range_count; i++) {
      const counts_range *r = &known->ranges[i];
      size_t first = 0, last = l->c.count - 1;

      if (r->last < start || r->first >= end)
         continue;
      if (r->first >= start)
         first = counted_instruction(l, r->first);
      if (r->last < end)
         last = counted_instruction(l, r->last);
      if (first == CODE_NONE || last == CODE_NONE)
         return false;
      for (size_t k = first; k <= last; k++)
         l->executions[k] += r->executions * scale;
   }
   return true;
}

/* Give each instruction its counts.  Return false after one line on stderr if
   they belong to another build: then addresses lie inside instructions. */
static bool add_counts(listing *l, const counts *known, size_t runs,
                       uint64_t start, uint64_t end)
{
   const size_t count = l->c.count;
   const double scale = (double)runs / known->runs;

   l->executions = memory_new(count, sizeof *l->executions);
   l->simulated = memory_new(count, sizeof *l->simulated);
   for (size_t i = 0; i < known->count; i++) {
      const uint64_t address = known->list[i].address;
      size_t at;

      if (address < start || address >= end)
         continue;
      at = counted_instruction(l, address);
      if (at == CODE_NONE)
         return false;
      l->simulated[at] = &known->list[i];
      l->executions[at] = (double)known->list[i].executions * scale;
   }
   return add_ranges(l, known, scale, start, end);
}

/* Add the mispredictions of the last instruction of a block to a block that it
   leads to: as many as go there, since it is not known which way was
   mispredicted. */
static void add_mispredictions(listing *l, size_t from, size_t to, double way)
{
   const size_t last = l->c.blocks[from].past - 1;
   const instruction_counts *n = l->simulated[last];

   if (n && n->executions > 0 && to < l->c.block_count)
      l->mispredicted[to] += fmin(way, l->executions[last] *
                                       n->mispredictions / n->executions);
}

/* Return how often jumps through tables, to where they point at the time, were
   mispredicted. */
static double mispredicted_jumps(const listing *l)
{
   double sum = 0;

   for (size_t b = 0; b < l->c.block_count; b++) {
      const size_t last = l->c.blocks[b].past - 1;
      const instruction_counts *n = l->simulated[last];

      if (n && n->executions > 0 && l->c.list[last].flow == FLOW_JUMP &&
          strchr(l->c.list[last].text, '*'))
         sum += l->executions[last] * n->mispredictions / n->executions;
   }
   return sum;
}

/* Add the mispredictions of such jumps to the blocks that are executed more
   often than other blocks lead to them.  Into the first one come the
   callers. */
static void add_mispredicted_jumps(listing *l, const charge_ways *out)
{
   const double jumps = mispredicted_jumps(l);
   double *in = memory_new(l->c.block_count + 1, sizeof *in);

   for (size_t b = 0; b < l->c.block_count; b++) {
      const size_t target = l->c.list[l->c.blocks[b].past - 1].target;

      in[b + 1] += out[b].on;
      if (target != CODE_NONE)
         in[l->c.list[target].block] += out[b].target;
   }
   for (size_t b = 1; b < l->c.block_count; b++) {
      const double n = l->executions[l->c.blocks[b].first];

      l->mispredicted[b] += fmin(jumps, fmax(0, n - in[b]));
   }
   free(in);
}

static void find_mispredictions(listing *l)
{
   charge_ways *out = charge_ways_of(&l->c, l->executions);

   l->mispredicted = memory_new(l->c.block_count, sizeof *l->mispredicted);
   add_mispredicted_jumps(l, out);
   for (size_t b = 0; b < l->c.block_count; b++) {
      const code_instruction *i = &l->c.list[l->c.blocks[b].past - 1];

      if (i->flow != FLOW_BRANCH)
         continue;
      add_mispredictions(l, b, b + 1, out[b].on);
      if (i->target != CODE_NONE)
         add_mispredictions(l, b, l->c.list[i->target].block, out[b].target);
   }
   free(out);
}

bool listing_make(listing *l, const samples *s, uint32_t event, uint32_t image,
                  symbols *names, uint64_t start, uint64_t end,
                  const counts *known, double fault)
{
   const samples_skid skid = s->events[event].skid;

   *l = (listing){ .by_instruction = skid != SKID_UNKNOWN };
   if (!code_read(&l->c, samples_file(&s->images[image]), start, end))
      return false;
   l->counts = memory_new(l->c.count, sizeof *l->counts);
   l->weights = memory_new(l->c.count, sizeof *l->weights);
   l->faults = memory_new(l->c.count, sizeof *l->faults);
   l->blocked = forwarding_blocked(&l->c);
   add_samples(l, s, event, image, names, start, end);
   if (known && !add_counts(l, known, s->run_count, start, end)) {
      listing_free(l);
      return false;
   }
   if (known) {
      code_split(&l->c, l->executions);
      find_mispredictions(l);
   }
   if (skid == SKID_ONE)
      charge(l, fault);
   return true;
}

void listing_free(listing *l)
{
   code_free(&l->c);
   free(l->counts);
   free(l->weights);
   free(l->faults);
   free(l->executions);
   free(l->simulated);
   free(l->mispredicted);
   free(l->blocked);
}

uint64_t listing_block_samples(const listing *l, size_t block)
{
   const code_block *b = &l->c.blocks[block];
   uint64_t n = 0;

   for (size_t i = b->first; i < b->past; i++)
      n += l->counts[i];
   return n;
}

double listing_block_weight(const listing *l, size_t block)
{
   const code_block *b = &l->c.blocks[block];
   double sum = 0;

   for (size_t i = b->first; i < b->past; i++)
      sum += l->weights[i];
   return sum;
}

/* --- evidence --- */

/* Misses of fewer than this of 1000 executions are no evidence. */
#define LEAST_RATE 5

/* Return the misses of 1000 executions.  One execution may have several. */
static unsigned rate(uint64_t misses, uint64_t executions)
{
   return executions > 0
          ? fmin(UINT_MAX, 1000 * (double)misses / (double)executions) : 0;
}

/* Return the rate at which a block is entered by mispredicted branches, at
   most: what a misprediction costs is seen there. */
static unsigned branch_rate(const listing *l, size_t block)
{
   const double n = l->executions ? l->executions[l->c.blocks[block].first] : 0;

   return l->mispredicted && n > 0
          ? fmin(1000, 1000 * l->mispredicted[block] / n) : 0;
}

/* Return the rate of misses of an instruction's stores.  A store that finds no
   room behind the stores before can't begin: it is waited for one instruction
   earlier. */
static unsigned store_rate(const listing *l, size_t instruction)
{
   const size_t past = l->c.blocks[l->c.list[instruction].block].past;
   unsigned most = 0;

   for (size_t i = instruction; i < past && i <= instruction + 1; i++) {
      const instruction_counts *n = l->simulated[i];

      if (n && rate(n->store_misses, n->executions) > most)
         most = rate(n->store_misses, n->executions);
   }
   return most;
}

static bool begins_with_one_of(const char *text, const char *const *names)
{
   for (size_t i = 0; names[i]; i++)
      if (strncmp(text, names[i], strlen(names[i])) == 0)
         return true;
   return false;
}

listing_evidence listing_evidence_of(const listing *l, size_t instruction)
{
   static const char *const slow[] = {
      "div", "idiv", "sqrt", "vdiv", "vsqrt", "fdiv", "fsqrt", NULL,
   };
   static const char *const locked[] = {
      "lock ", "xchg ", "mfence", "lfence", "sfence", "pause", "cpuid", NULL,
   };
   const char *text = l->c.list[instruction].text;
   const instruction_counts *n = l->simulated ? l->simulated[instruction]
                                              : NULL;
   listing_evidence e = { .letters = "" };
   char *to = e.letters;

   if (l->c.blocks[l->c.list[instruction].block].first == instruction)
      e.branch = branch_rate(l, l->c.list[instruction].block);
   if (n) {
      e.data = rate(n->data_misses - n->store_misses, n->executions);
      e.store = store_rate(l, instruction);
      e.fetch = rate(n->fetch_misses, n->executions);
   }
   e.prefetch = strncmp(text, "prefetch", 8) == 0;
   if (e.data >= LEAST_RATE || e.prefetch)
      *to++ = 'd';
   if (e.store >= LEAST_RATE)
      *to++ = 'w';
   if (e.branch >= LEAST_RATE)
      *to++ = 'b';
   if (e.fetch >= LEAST_RATE)
      *to++ = 'i';
   if (begins_with_one_of(text, slow))
      *to++ = 'x';
   /* An exchange of two registers is not locked. */
   if (begins_with_one_of(text, locked) &&
       (strncmp(text, "xchg", 4) != 0 || strchr(text, '(')))
      *to++ = 'l';
   if (l->faults[instruction] > 0) {
      *to++ = 'p';
      if (l->executions && l->executions[instruction] > 0)
         e.faults = fmin(1000, 1000 * l->faults[instruction] /
                               l->executions[instruction]);
   }
   if (l->blocked && l->blocked[instruction])
      *to++ = 'f';
   *to = '\0';
   return e;
}
