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

#include "assess/ranked.h"

/* Return how many of the cells that a routine has read are content of files
   which the same activation had read before (x-sum-again): no new data, though
   the kernel wrote them anew.  external: cells of its input that the kernel has
   written, in all threads. */
double rereads_of_files(const model *m, size_t routine, double external);

/* Set `reread` of each routine that calls a callee on the same data again and
   again: the callee with the greatest cost.  The verdicts must be known. */
void rereads_find(const model *m, ranked *list, size_t count,
                  double program_cost);

/* Return the routine in whose lines to look for what is read again and again:
   the one that does the work of the calls, or the caller if that is a
   library's, or if a loop of the caller does it. */
size_t rereads_place(const ranked *r);

/* Return what a routine reads again and again, or which loop has ever more
   turns (assess/turns.h), for people: "reads its input ..."; NULL: neither.
   The caller frees it.  labels: the names of all routines; NULL: those of the
   profile. */
char *rereads_words(const ranked *r, char *const *labels);

#endif
