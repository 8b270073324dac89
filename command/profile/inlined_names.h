/* The names of inlined routines that the tool did not find.

   Valgrind's reader knows no name of a routine whose declaration stands in
   another compilation unit than the call: if the tool can't read the debug
   information of a program that was linked with -flto itself, then no inlined
   call has one.  In the profile each such call is a routine of its own,
   OBJECT+0xOFFSET.LEVEL, with the record `x-unnamed`.  libdw finds the name by
   the address, as long as the object is there.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_INLINED_NAMES_H
#define APROF_PROFILE_INLINED_NAMES_H

#include "profile/model.h"

/* Give these routines their names, and remove their records.  Calls of one
   routine have one identity then, and that of the routine out of line if there
   is one, so that merging adds them up; the routines are no longer in the order
   of the file.  If an object is gone or changed, a line on stderr says so for
   each object, and its routines stay as they are. */
void inlined_names_find(model *m);

#endif
