/* The selection of routines by --routine.

   A name is the first of these that finds something:
   - a full demangled name, or one without its parameters, and without
     "(anonymous namespace)::" as well, which no source writes;
   - a symbol whose name is shown decoded: __cells_MOD_nearest;
   - a name without the version of its symbol (NAME@@GLIBC_2.34);
   - NAME@FILE or NAME@FILE:LINE, with the source file with or without its
     folder, or NAME@OBJECT or NAME@OBJECT+0xOFFSET, likewise; NAME in one of
     the forms above;
   - a pattern with `*` and `?` over full names, names without parameters, names
     without template arguments and type, and symbols;
   - a name of which the compiler has made clones (NAME.constprop.0);
   - a name without template arguments and type.

   Users may also copy a name that the table of aprof report has shortened, leave
   scopes, some of its template arguments or blanks out (names/parts.h), make a
   pattern of a name without its scopes, or name a function of the C library as a
   source does (sscanf for __isoc99_sscanf).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_SELECT_H
#define APROF_NAMES_SELECT_H

#include "profile/model.h"

/* Find the routines that a name means: return their number, and their indices
   in the order of the model in *found, which the caller frees in any case.  If
   one of the last two forms finds them, a note on stderr says so. */
size_t select_find(const model *m, const char *name, size_t **found);

/* The same for --routine: if the name finds nothing, then it may be a shortened
   name of the table, a pattern without scopes, or a part of the only reserved
   name that has it, and a note on stderr says so.
   Rules are stricter: they are never applied to a routine by a guess. */
size_t select_look_up(const model *m, const char *name, size_t **found);

/* Return whether a name is one that C reserves, with an underscore first, and
   `wanted` is a part of it between underscores: __isoc99_sscanf and sscanf,
   __memcpy_avx_unaligned and memcpy. */
bool select_is_reserved(const char *name, const char *wanted);

/* Return near names, as an end of a message (near.h); the caller frees it. */
char *select_near(const model *m, const char *name);

/* Print the error that nothing was found, with near names. */
void select_refuse(const model *m, const char *name);

/* Return whether `text` fits a pattern of `*` (anything) and `?` (any byte). */
bool select_glob(const char *pattern, const char *text);

#endif
