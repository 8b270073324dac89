/* A change between two profiles.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_CHANGE_H
#define APROF_COMPARE_CHANGE_H

#include "compare/match.h"
#include "infer/infer.h"

typedef enum {
   CHANGE_NONE, CHANGE_CLASS, CHANGE_EXPONENT, CHANGE_CONSTANT, CHANGE_NEW,
   CHANGE_GONE,
   CHANGE_INPUT,                      /* by what each call reads (by_input.h) */
} change_status;

typedef struct {
   size_t pair;                       /* index into the matching's pairs */
   change_status status;
   bool explained;                    /* by other changes */
   verdict *verdicts[MATCH_SIDES];    /* on the worst case over trms; NULL on a
                                         side without the routine */
   bool withdrawn[MATCH_SIDES];       /* the class: the sizes are much smaller
                                         than the other side's */
   double ratio;                      /* new / old at common sizes; 0:
                                         unknown */
   double confidence;                 /* that this is a change, 0 to 1 */
   double ratio_confidence;           /* that the ratio is not 1; 0: it may be
                                         chance */
   double cost;                       /* difference, in units of cost; of a
                                         cause only its own part */
   double part;                       /* part of the difference of the total
                                         costs (parts.h); 0: it is explained */
} change;

/* A routine that costs more, or less, at equal sizes, but its costs scatter so
   much that this may be chance. */
typedef struct {
   size_t pair;
   double ratio;                      /* new / old at common sizes */
   double cost;                       /* difference that it would make */
} change_unsure;

/* A routine that is no change, but holds a part of the difference. */
typedef struct {
   size_t pair;
   double self;                       /* difference of its self cost, without
                                         what a row above it accounts for */
   double times;                      /* new / old self cost; 0: unknown */
} change_rest;

/* Routines that are named for a difference that no change explains. */
enum { CHANGES_REST = 3 };

typedef struct {
   change *changes;                   /* the costliest first; of all, those that
                                         are explained last; their verdicts
                                         belong to the list */
   size_t count;
   size_t explained;                  /* changes left out as explained */
   /* The difference of the total costs; the sum of the causes' parts of it, and
      the sum of the parts of all other routines.  `outside` is the part of
      routines that the matching leaves out.  covered + left + outside is the
      difference, exactly as far as a double is exact. */
   double difference, covered, left, outside;
   double least_rest;                 /* smaller parts do not matter */
   /* Routines that hold most of what is left, the largest first. */
   change_rest rest[CHANGES_REST];
   size_t rest_count;
   /* Routines without a row whose own difference is counted in the rows above
      them: they are called more or less often there, or with other inputs. */
   change_rest inside[CHANGES_REST];
   size_t inside_count;
   change_unsure *unsure;             /* in the order of the pairs */
   size_t unsure_count;
} change_list;

#endif
