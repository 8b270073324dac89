/* The block of the page with a series of aprof what-if.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_GAINS_H
#define APROF_HTML_GAINS_H

#include "whatif/whatif.h"

#include <stdio.h>

/* Write the series as an object of JSON: its cores and scale (0: none), its
   routines with gains in percent, and its sentences; null: no series. */
void html_gains_write(const whatif *s, FILE *file);

#endif
