/* Inlined calls in a garbage collector; loops that end with a call, and that
   several ways lead into; and calls of which no branch is left.

   engines: fast check
   flags: -O2 -fno-ipa-cp -fno-ipa-sra
   compiler: gcc
   options: --apart=collect

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#define INLINE static inline __attribute__((always_inline))
#define HOST __attribute__((noipa))

struct heap {
   unsigned state, kind, marked;
};

struct thread {
   unsigned own;
   struct heap *heap;
};

volatile unsigned sink;

HOST void enter(struct thread *t)
{
   t->heap->state = t->heap->kind;
}

HOST void step(struct thread *t)
{
   t->heap->state--;
}

/* The heap is loaded again if something was called before. */
INLINE void run_until(struct thread *t, unsigned state)
{
   struct heap *h = t->heap;

   while (h->state != state)
      step(t);
}

INLINE unsigned mark(const unsigned *a, unsigned n)
{
   unsigned marked = 0;

   for (unsigned i = 0; i < n; i++)
      marked += a[i] & 1;
   return marked;
}

/* With a size of 0, which is known in advance, no branch is left. */
INLINE void clear(unsigned *a, unsigned *size, unsigned n)
{
   if (n == 0)
      *size = 1;
   else {
      for (unsigned i = 0; i < n; i++)
         a[i] = i + sink;
      *size = n;
   }
}

HOST unsigned collect(struct thread *t, const unsigned *a, unsigned n)
{
   struct heap *h = t->heap;

   if (h->kind > 2)
      enter(t);
   run_until(t, 0);
   h->marked = mark(a, n);
   return h->marked;
}

HOST unsigned host_advances(struct thread *t)
{
   struct heap *h = t->heap;

   if (h->kind > 2)
      enter(t);
   run_until(t, 0);
   step(t);
   return h->state;
}

HOST unsigned host_of_empty(unsigned *a, unsigned *size)
{
   a[1] = sink;
   clear(a, size, 0);
   return sink;
}

HOST void host_of_cells(unsigned *a, unsigned *size, unsigned n)
{
   clear(a, size, n);
}

int main(void)
{
   static unsigned a[64];
   struct heap h = { 0, 0, 0 };
   struct thread t = { 1, &h };

   for (unsigned i = 0; i < 64; i++)
      a[i] = i;
   for (unsigned k = 1; k <= 4; k++) {
      h.kind = h.state = k;
      sink += host_advances(&t);
      h.state = k;
      sink += collect(&t, a, 10 * k);
   }
   for (unsigned n = 0; n < 3; n++) {
      unsigned size;
      sink += host_of_empty(a, &size);
      host_of_cells(a, &size, n);
   }
   return 0;
}
