/* An index of numbered things by hash code: open addressing, at most half full.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/hash.h"
#include "base/memory.h"

#include <stdlib.h>

#define FIRST_ROOM 64

size_t hash_find(const hash_index *h, uint64_t code, hash_equal *equal,
                 const void *context, const void *key)
{
   if (h->room == 0)
      return HASH_NONE;
   for (size_t i = code & (h->room - 1); h->slots[i].thing != HASH_NONE;
        i = (i + 1) & (h->room - 1))
      if (h->slots[i].code == code && equal(context, h->slots[i].thing, key))
         return h->slots[i].thing;
   return HASH_NONE;
}

static void put(hash_index *h, hash_slot slot)
{
   size_t i = slot.code & (h->room - 1);

   while (h->slots[i].thing != HASH_NONE)
      i = (i + 1) & (h->room - 1);
   h->slots[i] = slot;
}

static void make_room(hash_index *h)
{
   hash_index old = *h;

   h->room = old.room ? 2 * old.room : FIRST_ROOM;
   h->slots = memory_resize(NULL, h->room, sizeof *h->slots);
   for (size_t i = 0; i < h->room; i++)
      h->slots[i].thing = HASH_NONE;
   for (size_t i = 0; i < old.room; i++)
      if (old.slots[i].thing != HASH_NONE)
         put(h, old.slots[i]);
   free(old.slots);
}

void hash_add(hash_index *h, uint64_t code, size_t thing)
{
   if (2 * (h->count + 1) > h->room)
      make_room(h);
   put(h, (hash_slot){ code, thing });
   h->count++;
}

/* Mix all bits into the low ones, which choose the slot. */
static uint64_t mixed(uint64_t code)
{
   code ^= code >> 32;
   code *= 0x9e3779b97f4a7c15;
   return code ^ code >> 29;
}

uint64_t hash_string(uint64_t code, const char *s)
{
   for (; *s; s++)
      code = (code ^ (unsigned char)*s) * 0x100000001b3;
   return mixed(code + 1);
}

uint64_t hash_number(uint64_t code, uint64_t n)
{
   return mixed((code ^ n) * 0x100000001b3 + 1);
}
