/* The block of the page with the times of routines on the real machine, now and
   on larger inputs.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_SECONDS_H
#define APROF_HTML_SECONDS_H

#include <stdio.h>

#include "cli/options.h"
#include "html/data.h"

/* Samples, and the growth of their routines. */
typedef struct html_seconds html_seconds;

/* Read the samples in files and folders, and find the growth of their routines
   in m, on inputs `scale` times as large.  counts_name: as of seconds_find.
   Return NULL after one line on stderr.  html_seconds_free frees it. */
html_seconds *html_seconds_new(const option_list *names, const model *m,
                               unsigned long scale, const char *counts_name);
void html_seconds_free(html_seconds *s);

/* Write the block: `unit`, `scale`, the `total` time, a row for each routine
   whose time can be predicted, and the names and times of the `others` with
   most time; `more` is the number of further ones.  s: or NULL, then the block
   is null. */
void html_seconds_write(const html_seconds *s, const html_data *d, FILE *file);

#endif
