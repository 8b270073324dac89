/* The names of Ruby's memory management: objects of a heap whose free list a
   collection makes, and blocks.  A collection is a part of what allocates, by a
   name of the collector (heap_prepare), or where it has no symbol, as in a
   stripped library (collect).  The names count in files that have "ruby" in
   theirs.  Each call is made twice, with and without collections.

   flags: -fno-builtin

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { LARGEST = 1000, OBJECTS = 4000 };

typedef struct object {
   struct object *next;     /* of a list */
   int value;
   int live;                /* the collector's mark */
} object;

static volatile int input[LARGEST];
static volatile long result;

static object heap[OBJECTS];
static object *free_list;
static object *roots[2];    /* a list that is kept, and the present one */
static int due, every;      /* a collection after this many objects; 0: never */

/* Writes what it has read. */
ROUTINE void collect(void)
{
   for (int i = 0; i < 2; i++)
      for (object *o = roots[i]; o != NULL && !o->live; o = o->next)
         o->live = 1;
   free_list = NULL;
   for (int i = 0; i < OBJECTS; i++) {
      if (!heap[i].live) {
         heap[i].next = free_list;
         free_list = &heap[i];
      }
      heap[i].live = 0;
   }
}

ROUTINE void heap_prepare(void)
{
   collect();
}

static int is_due(void)
{
   return every > 0 && ++due % every == 0;
}

ROUTINE object *rb_wb_protected_newobj_of(int value)
{
   object *o;

   if (free_list == NULL || is_due())
      heap_prepare();
   o = free_list;
   free_list = o->next;
   *o = (object){ .value = value };
   return o;
}

ROUTINE void *ruby_xmalloc(size_t n)
{
   if (is_due())
      collect();
   return malloc(n);
}

ROUTINE void *ruby_xcalloc(size_t n, size_t size)
{
   if (is_due())
      collect();
   return calloc(n, size);
}

ROUTINE void *ruby_xrealloc2(void *block, size_t n, size_t size)
{
   if (is_due())
      collect();
   return realloc(block, n * size);
}

ROUTINE void ruby_xfree(void *block)
{
   free(block);
}

/* n cells: a list of its own. */
ROUTINE void sum_list(int n)
{
   object *list = NULL;
   int s = 0;

   for (int i = 0; i < n; i++) {
      object *o = rb_wb_protected_newobj_of(input[i]);

      o->next = list;
      roots[1] = list = o;
   }
   for (object *o = list; o != NULL; o = o->next)
      s += o->value;
   result = s;
}

/* n cells: a table of zeros, and a text that grows. */
ROUTINE void fill_table(int n)
{
   int *table = ruby_xcalloc(n, sizeof *table);
   int *text = ruby_xmalloc(sizeof *text);
   int s = 0;

   for (int i = 0, room = 1; i < n; i++) {
      if (i == room)
         text = ruby_xrealloc2(text, room *= 2, sizeof *text);
      text[i] = input[i];
      table[text[i] % n]++;
   }
   for (int i = 0; i < n; i++)
      s += table[i] * text[i];
   ruby_xfree(text);
   ruby_xfree(table);
   result = s;
}

/* n cells, which its caller has written, and not what it appends. */
ROUTINE int *append(int *text, int n)
{
   int s = 0;

   text = ruby_xrealloc2(text, 2 * n, sizeof *text);
   for (int i = 0; i < n; i++)
      text[n + i] = i;
   for (int i = 0; i < 2 * n; i++)
      s += text[i];
   result = s;
   return text;
}

static void once(int n)
{
   int *text = ruby_xmalloc(n * sizeof *text);

   sum_list(n);
   fill_table(n);
   for (int i = 0; i < n; i++)
      text[i] = i;
   ruby_xfree(append(text, n));
}

int main(void)
{
   for (int i = 0; i < LARGEST; i++)
      input[i] = i * 7919 % 1000;
   for (int i = 0; i < LARGEST; i++) {
      object *o = rb_wb_protected_newobj_of(i);

      o->next = roots[0];
      roots[0] = o;
   }
   for (int n = 20; n <= LARGEST; n += n / 2) {
      collect();
      every = 0;
      once(n);
      collect();
      every = 3;
      once(n);
   }
   return 0;
}
