/* Writes the file of a series (docs/file-format.md).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_WRITE_H
#define APROF_WHATIF_WRITE_H

#include "whatif/whatif.h"

/* Return false after one line on stderr. */
bool whatif_write(const whatif *s, const char *file);

#endif
