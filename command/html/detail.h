/* What the page shows of one routine: its tables and verdicts.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_DETAIL_H
#define APROF_HTML_DETAIL_H

#include <stdio.h>

#include "html/data.h"

/* Write a line for each row with tuples.  Releases the points of the rows. */
void html_detail_write(const html_data *d, FILE *file);

#endif
