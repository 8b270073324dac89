/* An index of numbered things by hash code, for things that others keep.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_HASH_H
#define APROF_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_NONE SIZE_MAX

typedef struct {
   uint64_t code;
   size_t thing;                      /* HASH_NONE: the slot is free */
} hash_slot;

/* Zeroed, it is empty; the owner frees `slots`. */
typedef struct {
   hash_slot *slots;
   size_t room, count;                /* room: 0 or a power of 2 */
} hash_index;

/* Is this thing the one that is looked for? */
typedef bool hash_equal(const void *context, size_t thing, const void *key);

/* The thing that is equal to the key, or HASH_NONE. */
size_t hash_find(const hash_index *h, uint64_t code, hash_equal *equal,
                 const void *context, const void *key);
/* The thing must not be there yet. */
void hash_add(hash_index *h, uint64_t code, size_t thing);

/* Codes of a string and of a number, after what `code` already stands for. */
uint64_t hash_string(uint64_t code, const char *s);
uint64_t hash_number(uint64_t code, uint64_t n);

#endif
