/* Optional records: later versions of aprof may add them, and readers that do
   not know them skip them (docs/file-format.md, "Optional records").

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_OPTIONAL_H
#define APROF_PROFILE_OPTIONAL_H

#include "profile/line_reader.h"
#include "profile/model.h"

/* The most bytes of a record, and the most records of one owner. */
enum { OPTIONAL_LENGTH = 65536, OPTIONAL_MOST = 65536 };

/* Is the current line an optional record? */
bool optional_is(const line_reader *l);

/* Read the current line into *o, but for its owner.  The caller frees what *o
   holds with model_free_optional, also after false.  False: the line is
   refused, and one line on stderr has said why. */
bool optional_read(line_reader *l, model_optional *o);

/* Return the index of an owner's first optional record, and in *past that of
   the first one behind its last. */
size_t optional_of(const model *m, const model_owner *owner, size_t *past);

/* Find an optional record of a routine (MODEL_OF_ROUTINE), or of the whole file
   (MODEL_OF_ALL, 0), whose key is `key`, or begins with it and a tab; NULL:
   there is none. */
const model_optional *optional_find(const model *m, model_owner_kind kind,
                                    size_t index, const char *key);

/* Are all references in a key between 1 and `routines`? */
bool optional_refers(const char *key, size_t routines);

/* Replace the numbers of routines in the references of a key, which is freed:
   `place` returns the index of the routine that stands for another one.  Return
   the new key, which the caller frees. */
char *optional_renumber(char *key,
                        size_t place(const void *context, size_t routine),
                        const void *context);

/* Compare owners by the order of the file, as for qsort. */
int optional_compare_owners(const model_owner *a, const model_owner *b);

/* Make an owner what it is when threads are folded. */
void optional_fold(model_owner *owner);

/* Add the sums of a record to the sums of another one with the same key. */
void optional_add(model_optional *into, const model_optional *from);

/* Sort records, and add up records of equal owner and key.  Return how many are
   left; the others are freed. */
size_t optional_sum_up(model_optional *list, size_t count);

#endif
