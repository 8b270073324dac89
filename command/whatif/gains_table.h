/* A series as a table with sentences, for people.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_WHATIF_GAINS_TABLE_H
#define APROF_WHATIF_GAINS_TABLE_H

#include "whatif/whatif.h"

#include <stdio.h>

/* Print a table for each progress point; without any, for the program's
   time. */
void gains_table_print(const whatif *s, FILE *f);

#endif
