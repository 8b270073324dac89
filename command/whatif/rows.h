/* A series as rows for programs: TSV or JSON.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_ROWS_H
#define APROF_WHATIF_ROWS_H

#include "cli/rows.h"
#include "whatif/whatif.h"

/* Print a row for each point and each progress point; without any, for the
   program's time. */
void whatif_rows_print(const whatif *s, rows_format format);

#endif
