/* The baseline of the page: the routine that stands beside each row, and what
   has changed.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_BASELINE_H
#define APROF_HTML_BASELINE_H

#include "html/data.h"

/* Set what the rows have of the baseline, which the data must have, and print
   hints at --map.  maps: for the names in the baseline. */
void html_baseline_find(html_data *d, renames *maps);

#endif
