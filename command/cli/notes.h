/* Notes about a profile that several verbs print.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_CLI_NOTES_H
#define APROF_CLI_NOTES_H

#include "profile/model.h"

/* Note which routines have rounded sizes, if any has. */
void notes_rounded(const model *m);

/* Note which options of the tool have named no routine that has run. */
void notes_unmatched(const model *m);

/* Note that the runs are of several builds of one program, if they are: then
   each build's routines have rows of their own. */
void notes_builds(const model *m);

/* Note for --threads that a profile holds the threads folded into one, if it
   does. */
void notes_folded(const model *m);

/* Refuse --by=caller for a profile without contexts.  name: the file, or NULL
   for several files.  Frees the model and returns the exit status. */
int notes_refuse_contexts(model *m, const char *name);

#endif
