/* Data that are read again and again: a routine calls another one in a loop,
   which reads the same data in each call.  The callee may be linear, and the
   caller have a single size of input; together they are quadratic.

   The tool records for each edge the sum of the inputs of the callee's
   activations (x-sum-reads).  Each cell of them is input of the caller, or a
   zero of calloc's, or was written by the caller and its callees, or was read
   before.  The caller's input is known, and so are the sizes of calloc's blocks
   (x-sum-cleared); the caller's cost limits what could be written.  The rest
   was read again.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_REREADS_H
#define APROF_ASSESS_REREADS_H

#include "assess/circle.h"
#include "assess/ranked.h"

/* Each cell is read this often, at the least. */
#define REREADS_TIMES 8.0

/* Return how many of the cells that a routine has read are content of files
   which the same activation had read before (x-sum-again): no new data, though
   the kernel wrote them anew.  external: cells of its input that the kernel has
   written, in all threads. */
double rereads_of_files(const model *m, size_t routine, double external);

/* Set `reread` of each routine that calls a callee on the same data again and
   again: the callee with the greatest cost.  The verdicts must be known.
   circles: of the model. */
void rereads_find(const model *m, const circle_numbers *circles, ranked *list,
                  size_t count, double program_cost);

#endif
