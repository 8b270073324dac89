/* The bounds of routines in .eh_frame, which stripped files keep: every routine
   that can be unwound has an entry there.

   Source: System V ABI, AMD64 supplement, and the Linux Standard Base, "DWARF
   Extensions".

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_DEBUGINFO_FRAME_BOUNDS_H
#define APROF_DEBUGINFO_FRAME_BOUNDS_H

#include <libelf.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t start, end;
} frame_range;

typedef struct {
   frame_range *ranges;               /* by start */
   size_t count, room;
} frame_bounds;

/* Read the bounds of a file of this machine's byte order and of 64 bits; other
   files have none.  Entries in an unknown encoding are left out. */
void frame_bounds_read(frame_bounds *b, Elf *elf);
void frame_bounds_free(frame_bounds *b);

/* Find the routine at an address of the image. */
bool frame_bounds_find(const frame_bounds *b, uint64_t address,
                       uint64_t *start, uint64_t *end);

/* Find the gap between two routines that an address lies in.  Return false if it
   lies in a routine, or behind the last one, or before the first one. */
bool frame_bounds_gap(const frame_bounds *b, uint64_t address,
                      uint64_t *start, uint64_t *end);

#endif
