/* The names that the tool makes for code without a symbol.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_MADE_NAMES_H
#define APROF_NAMES_MADE_NAMES_H

#include "profile/model.h"

/* Return whether the name of a routine of an object is made of the object and
   the offset, such as "libc.so.6+0x2040". */
bool made_names_is(const model_routine *r, const model_object *o);

#endif
