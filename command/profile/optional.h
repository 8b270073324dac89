/* Optional records: records that later versions of aprof add, and that readers
   which do not know them skip (docs/file-format.md, "Optional records").

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_OPTIONAL_H
#define APROF_OPTIONAL_H

#include "profile/line_reader.h"
#include "profile/model.h"

/* Bytes of a record, and records of one owner. */
enum { OPTIONAL_LENGTH = 65536, OPTIONAL_MOST = 65536 };

/* Is the current line an optional record? */
bool optional_is(const lines *l);

/* Reads the current line into *o, whose owner is left alone; the caller frees
   what it holds with optional_free, also after false.  False: the line is
   refused, and one line on stderr has said why. */
bool optional_read(lines *l, model_optional *o);

/* Are all references in a key to one of so many routines? */
bool optional_refers(const char *key, size_t routines);

/* Puts the numbers of other routines into the references of a key, which is
   freed: `place` returns the index that stands for one.  Returns the new key,
   which the caller frees. */
char *optional_renumber(char *key,
                        size_t place(const void *context, size_t routine),
                        const void *context);

/* The order of the file. */
int optional_compare_owners(const model_owner *a, const model_owner *b);

/* The owner when threads are folded. */
void optional_fold(model_owner *owner);

/* Adds up the sums of two records with one key. */
void optional_add(model_optional *into, const model_optional *from);

/* Sorts records, and makes those of equal owner and key one.  Returns how many
   are left; the others are freed. */
size_t optional_sum_up(model_optional *list, size_t count);

void optional_free(model_optional *o);
void optional_free_list(model_optional *list, size_t count);

#endif
