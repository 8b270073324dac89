/* An index of numbered things by hash code; the things belong to the caller.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_HASH_H
#define APROF_BASE_HASH_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define HASH_NONE SIZE_MAX

typedef struct {
   uint64_t code;
   size_t thing;                      /* HASH_NONE: the slot is free */
} hash_slot;

/* An index of zeros is empty; the owner frees `slots`. */
typedef struct {
   hash_slot *slots;
   size_t room, count;                /* room: 0 or a power of 2 */
} hash_index;

/* Return whether this thing equals the key. */
typedef bool hash_equal(const void *context, size_t thing, const void *key);

/* Return the thing that equals the key, or HASH_NONE. */
size_t hash_find(const hash_index *h, uint64_t code, hash_equal *equal,
                 const void *context, const void *key);
/* Add a thing that is not in the index yet. */
void hash_add(hash_index *h, uint64_t code, size_t thing);

/* Return the code of a string, or of a number, after what `code` stands for. */
uint64_t hash_string(uint64_t code, const char *s);
uint64_t hash_number(uint64_t code, uint64_t n);

#endif
