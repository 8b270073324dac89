/* A page of stamps that tell of one activation, in two bits a cell.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PACKED_PAGE_H
#define APROF_PACKED_PAGE_H

#include "engine/fast/windows.h"

typedef struct packed_page packed_page;

/* Pack a page whose stamps, apart from those that are 0, all have times from
   `time` on and before `past`, both at their place in a stamp.  Each of these
   times counts as `time` from then on, and each stamp as shared.  NULL: the
   page has other times, too.  The caller gives the packed page back with
   packed_page_free. */
packed_page *packed_page_new(const uint32_t *page, uint32_t time,
                             uint32_t past);
void packed_page_free(packed_page *p);
/* Return how many packed pages there are. */
size_t packed_page_count(void);

uint32_t packed_page_time(const packed_page *p);
void packed_page_set_time(packed_page *p, uint32_t time);

/* Another thread, or the kernel, has written cell i of the page. */
void packed_page_invalidate(packed_page *p, size_t i);

/* Write the stamps back where the page itself has none. */
void packed_page_fill(const packed_page *p, uint32_t *page);

#endif
