/* Reads a file of --what-if, or of a series (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_READ_H
#define APROF_WHATIF_READ_H

#include "whatif/whatif.h"

/* Return the series that the file holds: whatif_free frees it.  The file of a
   run of the tool is a series with one run; if that is not a base run, then its
   point is in points[0].  NULL after one line on stderr if the file can't be
   read or is no such file. */
whatif *whatif_read(const char *file);

#endif
