/* Valgrind's own options that the tool sets or reads.

   Some of them have no public variable.  Their values are read from the command
   line as Valgrind has gathered it (VALGRIND_OPTS and .valgrindrc included).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_CORE_OPTIONS_H
#define BASE_CORE_OPTIONS_H

#include "base/base.h"

/* Return the value in `arg` if it is `name` ("--name") with a value, else
   NULL. */
const HChar *core_options_value_in(const HChar *arg, const HChar *name);

/* Return the value of an option of Valgrind's, or NULL if the user has not
   given the option.  The last one counts. */
const HChar *core_options_value(const HChar *name);

/* Set defaults of Valgrind's options.  To be called before Valgrind reads the
   command line: an option of the user's wins.  is_left: the program's debug
   information, if it has any, is left to Valgrind. */
void core_options_set_defaults(Bool is_left);
/* Does Valgrind read the records of inlined calls?  (An option of the user's is
   not known here.) */
Bool core_options_reads_inlined(void);

/* Set options that the profile depends on, whatever the user has given.  To be
   called after Valgrind has read the command line. */
void core_options_force(void);

/* Return the value of --sanity-level: 1 if the user has not given it. */
Int core_options_sanity_level(void);

/* Does Valgrind measure the programs that child processes execute? */
Bool core_options_trace_children(void);

/* Does Valgrind compare the process's mappings with its own list of them
   (--sanity-level=3 and above)?  It does not know the windows, and ends the
   program if it finds them. */
Bool core_options_check_mappings(void);

#endif
