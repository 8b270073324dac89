/* Adding up tables, and the tables of a routine in one thread.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_MODEL_TABLES_H
#define APROF_MODEL_TABLES_H

#include "profile/model.h"

/* Sums beyond 128 bits: ends the command. */
void model_overflow(void) __attribute__((noreturn));

/* Adds up what both have; sums beyond 128 bits end the command. */
void model_add_edge(model_edge *into, const model_edge *from);

/* Sorts edges, and adds up those of the same caller and callee: how many are
   left. */
size_t model_sum_edges(model_edge *edges, size_t count);

/* The tables of something by thread, ascending. */
typedef struct {
   model_prof *list;
   size_t count;
} model_prof_list;

/* Adds to the tables of that thread, which are `from` where there were none;
   from's are given up. */
void model_add_to_list(model_prof_list *list, model_prof *from);

/* Adds those of all threads up. */
void model_fold_list(model_prof_list *list);
void model_free_list(model_prof_list *list);

/* Tables that equal an earlier one's become `same` as it. */
void model_find_same(model_prof *p);

#endif
