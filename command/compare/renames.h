/* Names of objects and source files that are to be read as others: the values
   of --map OLD=NEW.

   OLD is a path, or some of its parts one after the other: a file, a folder,
   or both.  Where these parts stand in a name NEW replaces them; of several
   that fit a name the first one does.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_RENAMES_H
#define APROF_RENAMES_H

#include "cli/options.h"

typedef struct {
   char *from, *to;
   bool used;                         /* some name has been changed by it */
   bool late;                         /* it fits some that one before it has */
} one_rename;

typedef struct {
   one_rename *list;
   size_t count;
} renames;

/* False: one line on stderr has said what is wrong with the values. */
bool renames_read(renames *r, const option_list *values);
void renames_free(renames *r);

/* The name to read a path as; the caller frees it. */
char *renames_apply(renames *r, const char *path);

/* Warns of those that have changed no name, and says why. */
void renames_warn_of_unused(const renames *r);

#endif
