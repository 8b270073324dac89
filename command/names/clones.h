/* The names of a compiler's clones of routines.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_CLONES_H
#define APROF_NAMES_CLONES_H

/* Return the name before the compiler made a clone: without ` [clone .x]` and
   without suffixes such as `.constprop.0` or `.isra.0.cold`.  The caller frees
   it. */
char *clones_base(const char *name);

#endif
