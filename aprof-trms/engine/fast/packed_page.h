/* A page of stamps that tell of one activation, in two bits a cell.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PACKED_H
#define APROF_PACKED_H

#include "engine/fast/windows.h"

typedef struct packed_page packed_page;

/* What a page tells whose stamps that are not 0 all have times from `time` on and
   before `past`, both as in stamps; NULL: others are there.  Each of the times counts
   as `time` from then on, and each stamp as shared.  To be given back. */
packed_page *packed_new(const uint32_t *page, uint32_t time, uint32_t past);
void packed_free(packed_page *p);
/* So many are not given back. */
size_t packed_count(void);

uint32_t packed_time(const packed_page *p);
void packed_set_time(packed_page *p, uint32_t time);

/* Cell i of the page has been written by somebody else. */
void packed_invalidate(packed_page *p, size_t i);

/* The page's stamps, where it has none itself. */
void packed_fill(const packed_page *p, uint32_t *page);

#endif
