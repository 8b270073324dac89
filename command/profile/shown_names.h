/* The names of routines as people read them: in the language of their source.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_SHOWN_NAMES_H
#define APROF_PROFILE_SHOWN_NAMES_H

#include "profile/model.h"

/* Set the shown name of each routine.  Its name stays as it is in the file, so
   that it is the same whatever the shown name depends on. */
void shown_names_set(model *m);

#endif
