/* The loaded segments of an image: where the parts of its file lie in memory.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_DEBUGINFO_SEGMENTS_H
#define APROF_DEBUGINFO_SEGMENTS_H

#include <gelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

/* An object of zeros has none; segments_free frees it. */
typedef struct {
   GElf_Phdr *list;                   /* PT_LOAD */
   size_t count;
} segments;

void segments_read(segments *s, Elf *elf);
void segments_free(segments *s);

/* Set the address that the image has for an offset in its file, and the other way
   round.  Return false if no segment has it. */
bool segments_address(const segments *s, uint64_t offset, uint64_t *address);
bool segments_offset(const segments *s, uint64_t address, uint64_t *offset);

#endif
