/* The argument that explains the cost of a routine whose size does not vary:
   its input is a number in a register, and --size-of can make that the size.

   The tool records, for such routines, the cost of the first activations by the
   value of each argument whose cost rises with it (x-sum-argument), and how
   many the routine has, and which names they have, where the debug information
   tells it (x-parameters, x-parameter).  The numbers are those of registers, of
   which `this` takes one, and the place of a large result.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_SIZE_ARGUMENT_H
#define APROF_ASSESS_SIZE_ARGUMENT_H

#include "assess/assess.h"

typedef struct {
   unsigned number;                   /* of the argument, from 1 */
   bool is_parameter;                 /* the routine is known to have so many;
                                         else the register may be used for
                                         something else */
   const char *name;                  /* of the parameter, or NULL: it is not
                                         known */
   verdict verdict;                   /* on the cost over the argument; it has
                                         a class */
} size_argument;

/* Find the argument that explains the cost of a routine best, if the routine
   has WARN_ONE_SIZE.  False: there is none. */
bool size_argument_find(assessment *a, size_argument *best);

/* Return a sentence for people that offers --size-of; the caller frees it.
   name: of the routine, for people. */
char *size_argument_describe(const assessment *a, const size_argument *s,
                             const char *name);

#endif
