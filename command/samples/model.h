/* A model of the processor: the cycles that blocks take by llvm-mca, if it is
   installed.

   The model knows the units of a processor and their latencies.  It knows no
   caches and no mispredictions, and it may be the model of a relative of the
   machine: it is no lower bound.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SAMPLES_MODEL_H
#define APROF_SAMPLES_MODEL_H

#include "samples/code.h"

#include <stdbool.h>

typedef struct {
   const char *processor;             /* the model's name */
   double *cycles;                    /* of each block that was wanted; 0: not
                                         known */
   bool *chained;                     /* of these, most cycles wait for the
                                         result of an instruction before */
} block_model;

/* Model the wanted blocks, each as if it was repeated.  machine: the name of
   the processor, which chooses the model.  Return false if there is no
   llvm-mca, or no model. */
bool block_model_make(block_model *m, const code *c, const bool *wanted,
                      const char *machine);
void block_model_free(block_model *m);

/* Read the cycles in llvm-mca's output, for `count` blocks, and whether the
   blocks are chained. */
void block_model_parse(const char *text, double *cycles, bool *chained,
                       size_t count);

#endif
