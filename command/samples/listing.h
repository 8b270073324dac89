/* A routine's instructions with their time, executions and simulated misses.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_LISTING_H
#define APROF_SAMPLES_LISTING_H

#include "samples/code.h"
#include "samples/counts.h"
#include "samples/samples.h"
#include "debuginfo/symbols.h"

typedef struct {
   code c;
   uint64_t *counts;                  /* samples at each instruction,
                                         before the charge */
   double *weights;                   /* likewise, after the charge */
   double *executions;                /* of each instruction, in all runs; NULL:
                                         not known */
   double *faults;                    /* page faults at each instruction */
   const instruction_counts **simulated;   /* likewise; NULL: none */
   double *mispredicted;              /* how often each block was entered by a
                                         mispredicted branch, at most; NULL: not
                                         known */
   bool *blocked;                     /* of each instruction: it loads what
                                         narrower stores have just written */
   bool by_instruction;               /* samples lie at, or one behind, the
                                         instruction that has caused them; else
                                         only sums of blocks say something */
} listing;

/* List [start, end) of an image.  known: what was counted in some runs, or
   NULL.  fault: the most that a page fault takes, in the event's unit.
   Return false after one line on stderr. */
bool listing_make(listing *l, const samples *s, uint32_t event, uint32_t image,
                  symbols *names, uint64_t start, uint64_t end,
                  const counts *known, double fault);
void listing_free(listing *l);

/* Return the samples, and the time, of a block. */
uint64_t listing_block_samples(const listing *l, size_t block);
double listing_block_weight(const listing *l, size_t block);

/* Evidence of what an instruction may wait for: a set of letters.
      d  the data that it loads was not in the first cache, in the simulation;
      or
         it prefetches, which no simulation counts
      w  likewise, the data that it, or the next instruction, stores
      b  it is the first instruction behind a branch that was mispredicted, in
         the simulation
      i  its code was not in the first cache, in the simulation
      x  it divides, or takes a root
      l  it is locked, a fence, or waits for others
      p  it has caused page faults
      f  it loads what narrower stores before it in its block have written
   An instruction without evidence is innocent.  `rates` says how many of 1000
   executions d, w, b, i and p are about. */
#define LISTING_LETTERS 9
typedef struct {
   char letters[LISTING_LETTERS];
   unsigned data, store, branch, fetch, faults;   /* of 1000 executions */
   bool prefetch;                     /* nothing is known of its misses */
} listing_evidence;

listing_evidence listing_evidence_of(const listing *l, size_t instruction);

#endif
