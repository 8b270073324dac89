/* The head of the page: what was run, and the totals.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_RUN_H
#define APROF_HTML_RUN_H

#include <stdio.h>

#include "html/data.h"

/* Write the block.  files: the `count` files from which the profile was read.
   old_file: the baseline's, or NULL. */
void html_run_write(const html_data *d, char *const *files, size_t count,
                    const char *old_file, FILE *file);

#endif
