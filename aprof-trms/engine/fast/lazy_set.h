/* The sets of lazy pages (engine/fast/lazy.h): for each cell the slots whose
   threads' stamps count as valid.

   Almost all sets have at most two members: a thread that reads what another
   has written, and then writes it, is beside the former writer only for a
   moment.  So a set is two bytes, half as dense as stamps are, in one of three
   forms:

     at most two members    each byte is 0, or a member's slot + 1; the second
                            is 0 if the first is
     more, of low slots     LAZY_SET_LOW, and a bit for each member's slot
     more                   LAZY_SET_MANY; the members are bits at another
                            place, 8 bytes a cell ("LimitLESS directories: a
                            scalable cache coherence scheme", Chaiken,
                            Kubiatowicz and Agarwal, ASPLOS 1991)

   Members are only added, so a set with one member has the first form.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FAST_LAZY_SET_H
#define APROF_FAST_LAZY_SET_H

#include "engine/fast/state.h"

/* lazy_set_bits means nothing for sets of other forms.  As there are no more
   than 14 low slots, a set of these is never LAZY_SET_MANY.  Tests have fewer,
   so that all forms come up with few threads. */
enum { LAZY_SET_LOW = 0x8000, LAZY_SET_MANY = 0xffff };

static inline unsigned lazy_set_low_slots(void)
{
   return fast.small_ranges ? 4 : 14;
}

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
   if (*s & LAZY_SET_LOW)
      return t->slot < lazy_set_low_slots() && *s >> t->slot & 1;
   return (*s & 0xff) == me || *s >> 8 == me;
}

/* The members of a set of two or more. */
static inline uint64_t lazy_set_members(const lazy_set *s)
{
   if (*s == LAZY_SET_MANY)
      return *lazy_set_bits_of(s);
   if (*s & LAZY_SET_LOW)
      return *s & ~LAZY_SET_LOW;
   return (uint64_t)1 << ((*s & 0xff) - 1) | (uint64_t)1 << ((*s >> 8) - 1);
}

static inline void lazy_set_add(lazy_set *s, const trms_thread *t)
{
   uint64_t members;

   if (lazy_set_has(s, t))
      return;
   if (*s == 0)
      *s = lazy_set_with(t);
   else if (*s >> 8 == 0)
      *s |= (lazy_set)(lazy_set_with(t) << 8);
   else {
      members = lazy_set_members(s) | (uint64_t)1 << t->slot;
      if (members >> lazy_set_low_slots() == 0)
         *s = (lazy_set)(LAZY_SET_LOW | members);
      else {
         *lazy_set_bits_of(s) = members;
         *s = LAZY_SET_MANY;
      }
   }
}

/* n of the same bits, for n cells, one or two: of sets and of last writers. */
static inline uint32_t lazy_for_all(uint32_t bits, unsigned width, size_t n)
{
   return n == 1 ? bits : bits << width | bits;
}

/* The sets of one cell or two. */
static inline uint32_t lazy_load_sets(const lazy_set *set, size_t n)
{
   uint32_t two;

   if (n == 1)
      return *set;
   __builtin_memcpy(&two, set, sizeof two);
   return two;
}

static inline void lazy_store_sets(lazy_set *set, size_t n, lazy_set all)
{
   uint32_t two = lazy_for_all(all, 16, 2);

   if (n == 1)
      *set = all;
   else
      __builtin_memcpy(set, &two, sizeof two);
}

#endif
