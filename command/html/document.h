/* The page of `aprof html` as a whole.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_DOCUMENT_H
#define APROF_HTML_DOCUMENT_H

#include <stdio.h>

#include "html/data.h"
#include "html/seconds.h"
#include "whatif/whatif.h"

typedef struct {
   char *const *files;                /* from which the profile was read */
   size_t count;
   const char *old_file;              /* of the baseline; or NULL */
   const whatif *gains;               /* a series of aprof what-if; or NULL */
   const html_seconds *seconds;       /* of samples; or NULL */
   bool no_source;                    /* leave source lines out */
} html_document;

/* Return whether aprof was built with Chart.js, without which there is no
   page. */
bool html_document_is_built(void);

/* Write the page.  Releases the points of the rows.  The caller checks `file`
   for errors. */
void html_document_write(const html_document *p, const html_data *d,
                         FILE *file);

#endif
