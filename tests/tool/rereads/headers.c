/* Routines of a library's headers, which call back what the program gives them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

typedef struct { long *keys, count; } key_list;

static void each_key(long n);
static void look_up_all(key_list *list, const long *keys, long n);
static void add_new(key_list *list, long key);
static long index_of(const long *keys, long count, long key);

const loop_case headers_cases[] = {
   { "each_key", each_key, 1500 },
   { NULL, NULL, 0 },
};

/* The debug information has what follows in another file. */
#line 1 "/usr/include/each.h"
NOINLINE static void for_each(key_list *list, const long *from, const long *to,
                              void (*call)(key_list *list, long key))
{
   for (; from < to; from++)
      call(list, *from);
}

NOINLINE static void for_all(key_list *list, const long *from, long count)
{
   for_each(list, from, from + count, add_new);
   sink += list->count;
}

NOINLINE static long index_of(const long *keys, long count, long key)
{
   for (long i = 0; i < count; i++)
      if (keys[i] == key)
         return i;
   return -1;
}
#line 42 "headers.c"

NOINLINE static void add_new(key_list *list, long key)
{
   if (index_of(list->keys, list->count, key) < 0)
      list->keys[list->count++] = key;
   sink++;
}

NOINLINE static void look_up_all(key_list *list, const long *keys, long n)
{
   for_all(list, keys, n);
   sink += list->count;
}

static void each_key(long n)
{
   long *keys = malloc(n * sizeof *keys);
   key_list list = { malloc(n * sizeof *keys), 0 };

   fill(keys, n * sizeof *keys);
   for (long i = 0; i < n; i++)
      keys[i] += i;
   look_up_all(&list, keys, n);
}
