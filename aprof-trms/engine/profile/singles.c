/* Sizes of single activations: see engine/profile/singles.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "engine/profile/singles.h"
#include "engine/platform.h"
#include "engine/shadow/varint.h"

#define CENTRE "aprof.profile.singles"

/* The first byte of each: it is nested; its cost is not its self cost. */
enum { NESTED = 1, HAS_COST = 2 };
enum { MOST = 3 * VARINT_MOST + 1 };

/* Room grows slowly, since most of it stays for the whole run. */
static void make_room(singles *s)
{
   enum { FIRST = 64, PART = 4 };

   if (s->room - s->used >= MOST)
      return;
   s->room += FIRST + s->room / PART;
   s->bytes = platform_realloc(CENTRE, s->bytes, s->room);
}

void singles_put(singles *s, const single *one)
{
   bool has_cost = one->cost != one->self;
   uint8_t *to;

   make_room(s);
   to = s->bytes + s->used;
   *to++ = (uint8_t)((one->nested ? NESTED : 0) | (has_cost ? HAS_COST : 0));
   to = varint_put(to, one->size);
   to = varint_put(to, one->self);
   if (has_cost)
      to = varint_put(to, one->cost);
   s->used = (size_t)(to - s->bytes);
   s->count++;
}

bool singles_next(const singles *s, const uint8_t **at, single *one)
{
   uint8_t flags;

   if (*at == NULL)
      *at = s->bytes;
   if (*at == s->bytes + s->used)
      return false;
   flags = *(*at)++;
   one->nested = flags & NESTED;
   one->size = varint_get(at);
   one->self = varint_get(at);
   one->cost = flags & HAS_COST ? varint_get(at) : one->self;
   return true;
}

void singles_free(singles *s)
{
   platform_free(s->bytes);
   platform_zero(s, sizeof *s);
}
