/* Sizes that a routine has had in one activation only, in a few bytes each.

   Half of all sizes of a large program are such: an entry of their own would take
   ten times as much (engine/profile/prof.c).  All that they have in common with
   an entry is that a table is made of both: so a size may be here more than once,
   and in an entry, too.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_SINGLES_H
#define APROF_SINGLES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef struct {
   uint64_t size, cost, self;
   bool nested;                 /* the activation was not outermost */
} single;

/* All zero: there is none. */
typedef struct {
   uint8_t *bytes;
   size_t used, room, count;
} singles;

void singles_put(singles *s, const single *one);
/* *at: NULL at first.  False: there is no other one. */
bool singles_next(const singles *s, const uint8_t **at, single *one);
void singles_free(singles *s);

#endif
