/* The names of the profiles that this process writes.

   NAME is --aprof-out-file with its %p, %q and so on expanded.  A forked child
   whose pattern has no %p writes NAME.PID.  Before an exec, where the next
   image may write NAME, too, the profile is written as NAME.execN.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef AP_NAMING_H
#define AP_NAMING_H

#include "base/base.h"

/* At the start, after the options are known, and in a forked child. */
void naming_init(void);
void naming_forked(void);

/* Return NAME. */
const HChar *naming_name(void);

/* Choose the next NAME.execN that is not a file of this process already: the
   returned string lives until the next call of this or of naming_drop_exec. */
const HChar *naming_next_exec(void);

/* Forget the last NAME.execN, or also remove the file and use its number
   again. */
void naming_drop_exec(void);
void naming_remove_exec(void);

/* Print NAME, once, in a forked child that does not share the
   pattern's name with other processes: to be called when the file exists.  Most
   children execute another program before they have anything to write. */
void naming_print_new(void);

#endif
