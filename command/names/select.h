/* Finding the routines that --routine names.

   A name is, the first that finds something:
   - a full demangled name, or one without its parameters;
   - a name without the version of its symbol (NAME@@GLIBC_2.34);
   - NAME@FILE, the source file with or without its folder, or
     NAME@OBJECT+0xOFFSET, the object likewise; NAME in one of the forms above;
   - a pattern with `*` and `?` over full names, names without parameters, and
     those without template arguments and type, too;
   - the name of which the compiler has made clones (NAME.constprop.0);
   - a name without template arguments and type.

   People may also copy a name that the table of aprof report has shortened, or
   make a pattern of one without its scopes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ROUTINES_H
#define APROF_ROUTINES_H

#include "profile/model.h"

/* The routines that a name finds, in the order of the model; their indices in
   *found, which the caller frees, as also where there are none.  Of what the
   last two have found a note on stderr tells. */
size_t select_find(const model *m, const char *name, size_t **found);

/* The same for --routine: where there is nothing else, what the table of aprof
   report shows by this shortened name, or what fits a pattern without its
   scopes, which a note on stderr tells.  Rules are stricter: they are not
   judged by what was not meant. */
size_t select_look_up(const model *m, const char *name, size_t **found);

/* The error line where nothing was found, with near names. */
void select_refuse(const model *m, const char *name);

/* Does `text` fit a pattern of `*` (anything) and `?` (any one byte)? */
bool select_glob(const char *pattern, const char *text);

#endif
