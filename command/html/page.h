/* The page of `aprof html` without its data, as html/page/assemble makes it
   when aprof is built: the style, Chart.js and our scripts in one text.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HTML_PAGE_H
#define APROF_HTML_PAGE_H

#include <stddef.h>

/* The text before and after the data; empty if aprof was built without
   Chart.js. */
extern const unsigned char html_page_head[], html_page_tail[];
extern const size_t html_page_head_size, html_page_tail_size;

#endif
