/* Counters of the host's implementation of platform.h, for tests.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_PLATFORM_HOST_H
#define APROF_PLATFORM_HOST_H

#include <stddef.h>
#include <stdint.h>

/* Return how many pieces of memory, heap blocks and mappings, were taken and
   not yet given back. */
size_t platform_host_pieces(void);
/* Return the bytes of the heap blocks, and of the mappings, among them. */
size_t platform_host_heap(void);
size_t platform_host_mapped(void);
/* Return how often pages of reserved address space were given back, and how
   many bytes were passed for that. */
size_t platform_host_discards(void);
size_t platform_host_discarded(void);
/* Return how many bytes of it were populated. */
size_t platform_host_populated(void);

/* The mappings that platform_each_mapping passes on, at first none. */
enum { PLATFORM_HOST_MAPPINGS = 16 };
void platform_host_add_mapping(uintptr_t from, uintptr_t past);
void platform_host_drop_mappings(void);

#endif
