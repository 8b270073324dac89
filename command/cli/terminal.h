/* What the tables for people have in common.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TABLE_H
#define APROF_TABLE_H

#include "cli/rows.h"

#define TABLE_PERCENT 16

/* The columns of the terminal on stdout; 80 where it is narrower, or stdout
   is no terminal, so that a table's form does not depend on who reads it. */
size_t table_width(void);

/* A percentage in at most 5 characters; "" for an empty cell. */
const char *table_percent(char buffer[TABLE_PERCENT], const cell *percent);

#endif
