/* Thousands of contexts whose first routines return.  Nothing of such a context
   lies below that routine, not even memory of the tool: the program maps memory
   in between, and unmaps it before they return, so that what the tool had mapped
   in front of its own stacks is gone, too.

   engines: fast check
   options: --sanity-level=1

   Without more checks of sanity, which take minutes for as many stacks.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <ucontext.h>

enum { CONTEXTS = 6000, STACK = 16384, PART = 8, MAPPED = 262144 };

static ucontext_t home, contexts[CONTEXTS];
static volatile int in;
static int current;

ROUTINE int take(void)
{
   return in;
}

ROUTINE void begins(void)
{
   int own = current;

   take();
   swapcontext(&contexts[own], &home);
   take();
}

static void *map(size_t size)
{
   return mmap(NULL, size, PROT_READ | PROT_WRITE,
               MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
}

/* Memory of which each page has been accessed. */
static char *map_between(void)
{
   char *at = map(MAPPED);

   for (int i = 0; i < MAPPED; i += 4096)
      at[i] = 1;
   return at;
}

int main(void)
{
   char *stacks = map((size_t)CONTEXTS * STACK);
   char *between[CONTEXTS / PART];

   for (current = 0; current < CONTEXTS; current++) {
      ucontext_t *c = &contexts[current];

      getcontext(c);
      c->uc_stack.ss_sp = stacks + (size_t)current * STACK;
      c->uc_stack.ss_size = STACK;
      c->uc_link = &home;
      makecontext(c, begins, 0);
      in = current;
      swapcontext(&home, c);
      if (current % PART == 0)
         between[current / PART] = map_between();
   }
   for (int i = 0; i < CONTEXTS / PART; i++)
      munmap(between[i], MAPPED);
   for (current = 0; current < CONTEXTS; current++) {
      in = current;
      swapcontext(&home, &contexts[current]);
   }
   return 0;
}
