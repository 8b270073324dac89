/* A hash table of elements of any type: open addressing with linear probing
   (Knuth, "The Art of Computer Programming", volume 3, Section 6.4, Algorithm
   L), and removal without marks for removed elements (Algorithm R).

   Invariant: between the home place of an element and its place no place is
   empty.  So a search that begins at the home place and ends at an empty place
   has seen every element with that key.

   Load factor: at most half of the places are in use, and the table grows by
   doubling.  By Knuth's formulas a search then looks at 1.5 places on average
   if it succeeds, and at 2.5 if it does not.  An element does not move while
   the table neither grows nor loses elements.

   The header makes one table type each time it is included, after these macros
   have been defined, which it undefines again:

     HASH_TABLE              the name of the type; its functions begin with it
     HASH_TABLE_ELEMENT      type of an element; all zero bytes: an empty place
     HASH_TABLE_KEY          type of a key
     HASH_TABLE_IS_EMPTY(e)  is this place, an lvalue, empty?
     HASH_TABLE_KEY_OF(e)    the key of an element
     HASH_TABLE_EQUAL(e, k)  has the element this key?
     HASH_TABLE_HOME(k, b)   the home place of a key in 1 << b places, often by
                             hash_table_home
     HASH_TABLE_CENTRE       the cost centre of its memory (engine/platform.h)
     HASH_TABLE_FIRST_BITS   log2 of the places of the first allocation

   A zeroed table is empty and has no memory.  Functions, NAME being the type:

     E *NAME_find(t, key)      the place of the element; NULL: there is none
     E *NAME_at(t, key)        the same, or the empty place for it
     E *NAME_add(t, key)       NAME_at; if that place is empty, it counts as in
                               use, and the caller must fill it at once
     void NAME_remove(t, e)    empties a place in use; elements behind it may
                               move up, the next one into this place
     E *NAME_next(t, &i)       the next element from place i on, which must be 0
                               at first; NULL: there is no more
     size_t NAME_room(t)       how many places there are, at t->places
     void NAME_free(t)         gives all memory back: the table is empty

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HASH_TABLE_H
#define APROF_HASH_TABLE_H

#include "engine/platform.h"

/* The place of a number in 1 << bits places, by its multiplication with the
   golden ratio (Knuth, ibid.: multiplicative hashing).  shift: 64 - bits. */
static inline size_t hash_table_home_shifted(uint64_t number, unsigned shift)
{
   return (size_t)((number * (uint64_t)0x9e3779b97f4a7c15u) >> shift);
}

/* The same.  bits: 1 to 63. */
static inline size_t hash_table_home(uint64_t number, unsigned bits)
{
   return hash_table_home_shifted(number, 64 - bits);
}

#endif

#define HASH_TABLE_JOIN_(a, b) a##_##b
#define HASH_TABLE_JOIN(a, b) HASH_TABLE_JOIN_(a, b)
#define HASH_TABLE_F(name) HASH_TABLE_JOIN(HASH_TABLE, name)

typedef struct {
   HASH_TABLE_ELEMENT *places;
   size_t count;                 /* elements */
   unsigned bits;                /* log2 of the places; 0: there are none */
} HASH_TABLE;

static inline size_t HASH_TABLE_F(room)(const HASH_TABLE *t)
{
   return t->bits ? (size_t)1 << t->bits : 0;
}

/* There must be places. */
static inline HASH_TABLE_ELEMENT *HASH_TABLE_F(at)(const HASH_TABLE *t,
                                                   HASH_TABLE_KEY key)
{
   size_t mask = ((size_t)1 << t->bits) - 1;
   size_t i = HASH_TABLE_HOME(key, t->bits);

   while (!HASH_TABLE_IS_EMPTY(t->places[i])
          && !HASH_TABLE_EQUAL(t->places[i], key))
      i = (i + 1) & mask;
   return &t->places[i];
}

static inline __attribute__((unused))
HASH_TABLE_ELEMENT *HASH_TABLE_F(find)(const HASH_TABLE *t, HASH_TABLE_KEY key)
{
   HASH_TABLE_ELEMENT *e = t->bits ? HASH_TABLE_F(at)(t, key) : NULL;

   return e != NULL && !HASH_TABLE_IS_EMPTY(*e) ? e : NULL;
}

static __attribute__((noinline)) void HASH_TABLE_F(grow)(HASH_TABLE *t)
{
   HASH_TABLE_ELEMENT *old = t->places;
   size_t i, room = HASH_TABLE_F(room)(t);

   t->bits = t->bits ? t->bits + 1 : HASH_TABLE_FIRST_BITS;
   t->places = platform_alloc(HASH_TABLE_CENTRE, sizeof *t->places << t->bits);
   for (i = 0; i < room; i++)
      if (!HASH_TABLE_IS_EMPTY(old[i]))
         *HASH_TABLE_F(at)(t, HASH_TABLE_KEY_OF(old[i])) = old[i];
   platform_free(old);
}

static inline HASH_TABLE_ELEMENT *HASH_TABLE_F(add)(HASH_TABLE *t,
                                                    HASH_TABLE_KEY key)
{
   HASH_TABLE_ELEMENT *e;

   if (2 * t->count >= HASH_TABLE_F(room)(t))
      HASH_TABLE_F(grow)(t);
   e = HASH_TABLE_F(at)(t, key);
   t->count += HASH_TABLE_IS_EMPTY(*e);
   return e;
}

/* Algorithm R: the hole moves up to the next empty place, and elements that it
   passes move into it unless that would put them before their home place. */
static inline __attribute__((unused))
void HASH_TABLE_F(remove)(HASH_TABLE *t, HASH_TABLE_ELEMENT *e)
{
   size_t mask = ((size_t)1 << t->bits) - 1;
   size_t hole = (size_t)(e - t->places), i = hole;

   while (i = (i + 1) & mask, !HASH_TABLE_IS_EMPTY(t->places[i])) {
      size_t home = HASH_TABLE_HOME(HASH_TABLE_KEY_OF(t->places[i]), t->bits);

      if (((i - home) & mask) >= ((i - hole) & mask)) {
         t->places[hole] = t->places[i];
         hole = i;
      }
   }
   platform_zero(&t->places[hole], sizeof *t->places);
   t->count--;
}

static inline __attribute__((unused))
HASH_TABLE_ELEMENT *HASH_TABLE_F(next)(const HASH_TABLE *t, size_t *i)
{
   while (*i < HASH_TABLE_F(room)(t))
      if (!HASH_TABLE_IS_EMPTY(t->places[(*i)++]))
         return &t->places[*i - 1];
   return NULL;
}

static inline __attribute__((unused))
void HASH_TABLE_F(free)(HASH_TABLE *t)
{
   platform_free(t->places);
   platform_zero(t, sizeof *t);
}

#undef HASH_TABLE
#undef HASH_TABLE_ELEMENT
#undef HASH_TABLE_KEY
#undef HASH_TABLE_IS_EMPTY
#undef HASH_TABLE_KEY_OF
#undef HASH_TABLE_EQUAL
#undef HASH_TABLE_HOME
#undef HASH_TABLE_CENTRE
#undef HASH_TABLE_FIRST_BITS
#undef HASH_TABLE_F
#undef HASH_TABLE_JOIN
#undef HASH_TABLE_JOIN_
