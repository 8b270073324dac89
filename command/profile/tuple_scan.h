/* The fast way to read a record `t`: nearly all lines of a large profile are
   such records.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TUPLE_SCAN_H
#define APROF_TUPLE_SCAN_H

#include "profile/model.h"

/* Reads a whole line, whose end is a NUL.  False: it is not a record `t` to
   the letter, or has a number of more than 38 digits, and is left to whoever
   can say what is wrong with it.  The values are not judged. */
bool tuple_scan(const char *line, model_tuple *tuple);

#endif
