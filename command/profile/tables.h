/* Adding up tables and edges.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_TABLES_H
#define APROF_PROFILE_TABLES_H

#include "profile/model.h"

/* End the command, because of sums of more than 128 bits. */
void tables_overflow(void) __attribute__((noreturn));

/* Add an edge of the same caller and callee. */
void tables_add_edge(model_edge *into, const model_edge *from);

/* Sort edges, and add up edges of equal caller and callee.  Return how many are
   left. */
size_t tables_sum_edges(model_edge *edges, size_t count);

/* The tables of a routine or a context, ascending by thread. */
typedef struct {
   model_prof *list;
   size_t count;
} tables_list;

/* Add tables to the tables of the same thread, or as new ones.  The list
   takes what `from` holds. */
void tables_add(tables_list *list, model_prof *from);

/* Add up the tables of all threads. */
void tables_fold(tables_list *list);
void tables_free(tables_list *list);

/* Fold the threads of profs in the order of the file.  Return how many are
   left. */
size_t tables_fold_profs(model_prof *profs, size_t count);

/* Let tables that equal an earlier one's share it (`same`). */
void tables_find_same(model_prof *p);

#endif
