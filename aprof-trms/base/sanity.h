/* Checks of the tool's own state, under Valgrind's --sanity-level=2 and above.

   A folder registers its check; main/ runs all of them where client code stops.
   (From level 3 on Valgrind also compares its list of mappings with the
   kernel's, and the tool does without windows.)

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_SANITY_H
#define BASE_SANITY_H

#include "base/base.h"

/* A check changes nothing.  It returns NULL if all is well, else a static text
   that says what is wrong. */
typedef const HChar *SanityCheck(void);

/* Register a check.  `name`, a static text, names the state that it checks. */
void sanity_register(const HChar *name, SanityCheck *check);

/* Run all checks, if the level is 2 or above and their turn has come.  If one
   of them fails, then Valgrind ends with its message. */
void sanity_run(void);

/* If checks have been run, and the user wants details (-v), then say how
   often. */
void sanity_report(void);

#endif
