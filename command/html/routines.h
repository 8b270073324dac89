/* The list of routines, the edges and the call tree, as blocks of the page.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_ROUTINES_H
#define APROF_HTML_ROUTINES_H

#include <stdio.h>

#include "html/data.h"

void html_routines_write(const html_data *d, FILE *file);
void html_routines_write_edges(const html_data *d, FILE *file);
void html_routines_write_tree(const html_data *d, FILE *file);

#endif
