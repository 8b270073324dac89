/* What the tests may ask of the host's implementation of platform.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLATFORM_HOST_H
#define APROF_PLATFORM_HOST_H

#include <stddef.h>
#include <stdint.h>

/* Pieces of memory taken and not yet given back, heap blocks and mappings. */
size_t platform_host_pieces(void);
/* Bytes of the heap blocks, and of the mappings, among them. */
size_t platform_host_heap(void);
size_t platform_host_mapped(void);
/* How often pages of reserved address space were given back, and how much of it
   was gone through for that. */
size_t platform_host_discards(void);
size_t platform_host_discarded(void);
/* How many bytes of it there was to be memory for at once. */
size_t platform_host_populated(void);

/* What plat_each_mapping tells of: so much memory, nothing at first. */
enum { PLATFORM_HOST_MAPPINGS = 16 };
void platform_host_add_mapping(uintptr_t from, uintptr_t past);
void platform_host_drop_mappings(void);

#endif
