/* The sets of lazy pages (engine/fast/lazy.h): for each cell the slots whose
   threads' stamps count as valid.

   Almost all sets have at most two members: a thread that reads what another
   has written, and then writes it, is beside the former writer only for a
   moment.  So a set is two bytes, half as dense as stamps are: each is 0, or a
   member's slot + 1, and the second is 0 if the first is.  Only a set with more
   members is a bit for each slot, at another place ("LimitLESS directories: a
   scalable cache coherence scheme", Chaiken, Kubiatowicz and Agarwal, ASPLOS
   1991).

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_LAZY_SET_H
#define APROF_FAST_LAZY_SET_H

#include "engine/fast/state.h"

/* The members stand in lazy_set_bits, which means nothing for other sets. */
enum { LAZY_SET_MANY = 0xffff };

typedef uint16_t lazy_set;

static lazy_set *const lazy_sets = (lazy_set *)(WINDOWS_LAZY_SETS + 0x3b2c0);
static uint64_t *const lazy_set_bits
   = (uint64_t *)(WINDOWS_LAZY_SET_BITS + 0x6b2c0);

static inline lazy_set *lazy_set_of(uintptr_t a)
{
   return &lazy_sets[a / 4];
}

static inline uint64_t *lazy_set_bits_of(const lazy_set *s)
{
   return &lazy_set_bits[s - lazy_sets];
}

/* The set whose only member is the thread, which has a window. */
static inline lazy_set lazy_set_with(const trms_thread *t)
{
   return (lazy_set)(t->slot + 1);
}

static inline bool lazy_set_has(const lazy_set *s, const trms_thread *t)
{
   unsigned me = lazy_set_with(t);

   if (*s == LAZY_SET_MANY)
      return *lazy_set_bits_of(s) >> t->slot & 1;
   return (*s & 0xff) == me || *s >> 8 == me;
}

static inline void lazy_set_add(lazy_set *s, const trms_thread *t)
{
   uint64_t me = (uint64_t)1 << t->slot;

   if (lazy_set_has(s, t))
      return;
   if (*s == LAZY_SET_MANY)
      *lazy_set_bits_of(s) |= me;
   else if (*s == 0)
      *s = lazy_set_with(t);
   else if (*s >> 8 == 0)
      *s |= (lazy_set)(lazy_set_with(t) << 8);
   else {
      *lazy_set_bits_of(s) = me | (uint64_t)1 << ((*s & 0xff) - 1)
                             | (uint64_t)1 << ((*s >> 8) - 1);
      *s = LAZY_SET_MANY;
   }
}

#endif
