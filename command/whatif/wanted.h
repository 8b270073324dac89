/* The parts of the program that --what names: have they run?

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_WANTED_H
#define APROF_WHATIF_WANTED_H

#include "whatif/whatif.h"

/* Return the options of the tool for a base run that measures the parts, NULL
   at the end; the caller frees them. */
char **wanted_options(const char *const *what, size_t count);

/* Is it a line of the source? */
bool wanted_is_line(const char *what);

/* Is it a routine alone, without what it calls? */
bool wanted_is_routine_alone(const char *what);

/* Return what the parts of a series are: "routine", "line", "file" or "object", or
   "part" if they are not all the same. */
const char *wanted_kind(const whatif *s);

/* Has code of the part run, in the base run of the series?  Only such a run
   with those options tells. */
bool wanted_has_run(const whatif *s, const char *what);

/* Return the routines, with or without all that they call, that a part means
   which has not run: of a routine without its parameters, of a pattern, of the
   other names that --routine takes (names/select.h).  NULL at the end, and NULL
   at once if there is none; the caller frees the texts and the list. */
char **wanted_meant(const whatif *s, const char *what);

/* Print an error: no code of the part has run; with near names of what has run.
   lines: a run with --by=line, or NULL. */
void wanted_refuse(const whatif *s, const whatif *lines, const char *what);

/* The same for a progress point that --progress names. */
void wanted_refuse_progress(const whatif *s, const whatif *lines,
                            const char *name);

#endif
