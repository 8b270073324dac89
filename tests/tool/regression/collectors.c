/* A garbage collector: mark and sweep.  It runs in whatever allocates when a
   collection is due, and that must change neither the size nor the cost of its
   callers.  Each call is made twice, with and without collections.

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

/* An activation in the collector for each object. */
ROUTINE void set_mark(object *o)
{
   o->live = 1;
}

ROUTINE void mark(object *o)
{
   for (; o != NULL && !o->live; o = o->next)
      set_mark(o);
}

ROUTINE void sweep(void)
{
   free_list = NULL;
   for (int i = 0; i < OBJECTS; i++) {
      if (!heap[i].live) {
         heap[i].next = free_list;
         free_list = &heap[i];
      }
      heap[i].live = 0;
   }
}

ROUTINE void collect(void)
{
   mark(roots[0]);
   mark(roots[1]);
   sweep();
}

ROUTINE object *new_object(void)
{
   object *o;

   if (free_list == NULL || (every > 0 && ++due % every == 0))
      collect();
   o = free_list;
   free_list = o->next;
   return o;
}

/* n cells, O(n): a list of its own. */
ROUTINE void sum_list(int n)
{
   object *list = NULL;
   int s = 0;

   for (int i = 0; i < n; i++) {
      object *o = new_object();
      o->value = input[i];
      o->next = list;
      roots[1] = list = o;
   }
   for (object *o = list; o != NULL; o = o->next)
      s += o->value;
   result = s;
}

/* n cells, O(n^2): all pairs of its list. */
ROUTINE void pair_list(int n)
{
   object *list = NULL;
   int s = 0;

   for (int i = 0; i < n; i++) {
      object *o = new_object();
      o->value = input[i];
      o->next = list;
      roots[1] = list = o;
   }
   for (object *o = list; o != NULL; o = o->next)
      for (object *p = list; p != NULL; p = p->next)
         s += o->value > p->value;
   result = s;
}

/* 3 n + 3 cells: reads the list that is kept, between collections. */
ROUTINE void walk_kept(int n)
{
   const object *o = roots[0];
   int s = 0;

   for (int i = 0; i < n; i++, o = o->next) {
      s += o->value;
      if (every > 0 && i % 7 == 0)
         collect();
   }
   result = s;
}

static void once(int n)
{
   sum_list(n);
   if (n <= 200)
      pair_list(n);
   walk_kept(n);
}

/* A name as a compiler changes it: a collector by its own name. */
ROUTINE void python_collects(void) __asm__("gc_collect_main.lto_priv.0");

ROUTINE void python_collects(void)
{
   mark(roots[0]);
}

ROUTINE void calls_python(void)
{
   python_collects();
}

ROUTINE void haskell_collects(void) __asm__("GarbageCollect");
ROUTINE void go_collects(void) __asm__("runtime.gcDrain");

ROUTINE void haskell_collects(void)
{
   mark(roots[0]);
}

ROUTINE void go_collects(void)
{
   mark(roots[0]);
}

ROUTINE void calls_haskell_and_go(void)
{
   haskell_collects();
   go_collects();
}

int main(void)
{
   for (int i = 0; i < LARGEST; i++)
      input[i] = i * 7919 % 1000;
   for (int i = 0; i < LARGEST; i++) {
      object *o = new_object();
      *o = (object){ roots[0], i, 0 };
      roots[0] = o;
   }
   for (int n = 20; n <= LARGEST; n += n / 4) {
      collect();
      every = 0;
      once(n);
      collect();
      every = 13;
      once(n);
   }
   calls_python();
   calls_haskell_and_go();
   return 0;
}
