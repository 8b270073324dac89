/* Names of objects and source files in the old profile that are to be read as
   other names: the values of --map OLD=NEW.

   OLD is a path, or some consecutive parts of it: a file, a folder, or both.
   NEW replaces these parts in every name that has them; of several renames that
   fit a name the first is used.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_COMPARE_RENAMES_H
#define APROF_COMPARE_RENAMES_H

#include "cli/options.h"

typedef struct {
   char *from, *to;
   bool used;                         /* it has changed a name */
   bool late;                         /* it fits a name that an earlier rename
                                         has changed */
} one_rename;

typedef struct {
   one_rename *list;
   size_t count;
} renames;

/* Read the values of --map; renames_free frees them.  Return false if one is
   wrong, after one line on stderr. */
bool renames_read(renames *r, const option_list *values);
void renames_free(renames *r);

/* Return the name as which to read a path; the caller frees it. */
char *renames_apply(renames *r, const char *path);

/* Warn about each rename that has changed no name, and say why. */
void renames_warn(const renames *r);

#endif
