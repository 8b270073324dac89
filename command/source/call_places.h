/* Where in the source routines are called: the records x-call and x-sum-inlined
   of an edge (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SOURCE_CALL_PLACES_H
#define APROF_SOURCE_CALL_PLACES_H

#include "profile/model.h"

typedef struct {
   char *file;                        /* NULL: that of the caller */
   uint64_t line;
} call_place;

typedef struct {
   call_place *list;                  /* those in the caller's file first, each
                                         file's by line */
   size_t count;                      /* 0: they are not known */
} call_places;

/* Read the places in which a caller calls a callee; call_places_free frees
   them. */
call_places call_places_read(const model *m, size_t caller, size_t callee);
void call_places_free(call_places *p);

/* Return the line of the caller's file that has all calls that are not inlined;
   0: there are several, or it is not known. */
uint64_t call_places_only_line(const model *m, size_t caller, size_t callee);

/* Return `before` and where the calls are, ", called in urls.c:12, 20 and 5 other
   lines"; "" if that is not known.  The caller frees it. */
char *call_places_words(const model *m, size_t caller, size_t callee,
                        const char *before);

#endif
