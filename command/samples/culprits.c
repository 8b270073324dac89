/* Culprits: what the time of a routine may go to, as ranges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/culprits.h"

#include <math.h>
#include <string.h>

const char *const culprit_names[CULPRITS] = {
   "data not in the first cache", "stores not in the first cache",
   "mispredicted branches", "code not in the first cache", "division, roots",
   "locked instructions, fences", "loads of what narrower stores have written",
   "data that other threads have written",
   "page faults", "operations that wait for each other's results",
   "the operations themselves",
};

/* Bounds for one event, on purpose too high rather than too low.  The simulated
   caches and branches differ from the machine's: rates count half as much
   again. */
#define SIMULATION 1.5
#define MEMORY_NS 400                 /* a load from memory, with its page */
#define CODE_NS 100
#define MISPREDICTION_CYCLES 60
#define DIVIDER_CYCLES 60
#define FORWARDING_CYCLES 40
/* An operation on registers, with the instructions that leave at its side; one
   on vectors or a product; what an operand in the first cache adds. */
#define PLAIN_CYCLES 3
#define LONG_CYCLES 6
#define OPERAND_CYCLES 6
/* Operations of a block take at most this number of times what the model says:
   it may be of a relative of the processor. */
#define MODEL_SLACK 3

static bool is_memory(const char *text)
{
   return strchr(text, '(') && strncmp(text, "lea", 3) != 0 &&
          strncmp(text, "nop", 3) != 0;
}

static double operation_cycles(const code_instruction *i)
{
   const char *text = i->text;
   double cycles = PLAIN_CYCLES;

   if (strstr(text, "%xmm") || strstr(text, "%ymm") || strstr(text, "%zmm") ||
       strncmp(text, "mul", 3) == 0 || strncmp(text, "imul", 4) == 0 ||
       *text == 'f')
      cycles = LONG_CYCLES;
   if (is_memory(text) || i->call || i->flow == FLOW_END ||
       strncmp(text, "push", 4) == 0 || strncmp(text, "pop", 3) == 0)
      cycles += OPERAND_CYCLES;
   return cycles;
}

/* What is assumed of the machine, ns, and the model. */
typedef struct {
   double cycle, fault;
   const block_model *model;
} machine_bounds;

/* Return the part of the operations' bounds that the model of their block
   leaves. */
static double model_part(const listing *l, size_t block, const block_model *m)
{
   const code_block *b = &l->c.blocks[block];
   double sum = 0;

   if (m->cycles == NULL || m->cycles[block] <= 0)
      return 1;
   for (size_t i = b->first; i < b->past; i++)
      sum += operation_cycles(&l->c.list[i]);
   return fmin(1, MODEL_SLACK * m->cycles[block] / sum);
}

/* Set the bounds of an instruction, ns for each execution. */
static void bound(const listing *l, size_t i, const machine_bounds *most,
                  double time, double bounds[CULPRITS])
{
   const listing_evidence e = listing_evidence_of(l, i);
   const size_t block = l->c.list[i].block;
   const double cycle = most->cycle, fault = most->fault;
   const bool waits = most->model->chained && most->model->chained[block];
   const double operation = operation_cycles(&l->c.list[i]) * cycle *
                            model_part(l, block, most->model);

   bounds[CULPRIT_DATA] = strchr(e.letters, 'd')
                          ? e.prefetch ? MEMORY_NS
                          : SIMULATION * e.data / 1000 * MEMORY_NS : 0;
   bounds[CULPRIT_STORE] = strchr(e.letters, 'w')
                           ? SIMULATION * e.store / 1000 * MEMORY_NS : 0;
   bounds[CULPRIT_BRANCH] = strchr(e.letters, 'b')
                            ? fmin(1, SIMULATION * e.branch / 1000) *
                              MISPREDICTION_CYCLES * cycle : 0;
   bounds[CULPRIT_FETCH] = strchr(e.letters, 'i')
                           ? SIMULATION * e.fetch / 1000 * CODE_NS : 0;
   bounds[CULPRIT_DIVIDER] = strchr(e.letters, 'x') ? DIVIDER_CYCLES * cycle
                                                    : 0;
   /* Nothing bounds how long another processor holds a line. */
   bounds[CULPRIT_LOCK] = strchr(e.letters, 'l') ? time : 0;
   bounds[CULPRIT_FORWARDING] = strchr(e.letters, 'f')
                                ? FORWARDING_CYCLES * cycle : 0;
   bounds[CULPRIT_THREADS] = 0;      /* add_threads */
   bounds[CULPRIT_FAULT] = l->faults[i] * fault / l->executions[i];
   bounds[CULPRIT_CHAIN] = waits ? operation : 0;
   bounds[CULPRIT_OPERATION] = waits ? 0 : operation;
}

/* Return the samples that are charged to an instruction. */
static double samples_of(const listing *l, size_t i, double weight_each)
{
   return weight_each > 0 ? l->weights[i] / weight_each : 0;
}

/* Add what other threads' writes may have cost.  At which instructions is not
   known, so every other lower bound falls by as much. */
static void add_threads(culprit_ranges *r, double induced, double all)
{
   const double most = fmin(1, SIMULATION * induced * MEMORY_NS / all);

   for (int c = 0; c < CULPRITS; c++)
      r->low[c] = fmax(0, r->low[c] - most);
   r->unexplained = fmax(0, r->unexplained - most);
   r->high[CULPRIT_THREADS] = most;
}

void culprits_find(const listing *l, double cycle, double fault,
                   const block_model *model, double induced,
                   culprit_ranges *r)
{
   const machine_bounds most = { cycle, fault, model };
   double all = 0, taken = 0;

   *r = (culprit_ranges){ .unexplained = 0 };
   for (size_t i = 0; i < l->c.count; i++) {
      all += l->weights[i];
      taken += l->counts[i];
   }
   for (size_t i = 0; i < l->c.count && all > 0; i++) {
      const double weight = l->weights[i];
      double bounds[CULPRITS], sum = 0, time;

      if (weight <= 0)
         continue;
      if (l->executions[i] <= 0) {
         r->unexplained += weight / all;
         continue;
      }
      time = weight / l->executions[i];
      bound(l, i, &most, time, bounds);
      for (int c = 0; c < CULPRITS; c++)
         sum += bounds[c];
      if (samples_of(l, i, all / taken) < CULPRITS_FEWEST)
         r->thin += weight / all;
      for (int c = 0; c < CULPRITS; c++) {
         const double part = weight / all / time;

         r->high[c] += part * fmin(time, bounds[c]);
         if (samples_of(l, i, all / taken) >= CULPRITS_FEWEST)
            r->low[c] += part * fmax(0, fmin(time - (sum - bounds[c]),
                                             bounds[c]));
      }
      r->unexplained += weight / all * fmax(0, 1 - sum / time);
   }
   if (all > 0 && induced > 0)
      add_threads(r, induced, all);
}
