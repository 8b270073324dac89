/* The source files of a profile's routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SOURCE_INDEX_H
#define APROF_SOURCE_INDEX_H

#include "profile/model.h"

typedef struct {
   size_t count;                      /* of files */
   const char **names;                /* ascending; they belong to the model */
   size_t *of_routine;                /* index of each routine's file; `count`
                                         if it has none */
   size_t *by_file;                   /* the routines, sorted by file; routines
                                         without a file first */
   size_t routines;                   /* number of routines */
} source_index;

/* Make the index of a model's files.  The model must outlive it;
   source_index_free frees it. */
source_index source_index_new(const model *m);
void source_index_free(source_index *s);

#endif
