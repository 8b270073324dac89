/* The fast way to read a record `t`: nearly all lines of a large profile are
   such records.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PROFILE_TUPLE_SCAN_H
#define APROF_PROFILE_TUPLE_SCAN_H

#include "profile/model.h"

/* Read a whole line, which ends with a NUL.  False: it is not exactly a record
   `t`, or has a number of more than 38 digits; then record.h finds out what is
   wrong with it.  The values themselves are not checked. */
bool tuple_scan(const char *line, model_tuple *tuple);

#endif
