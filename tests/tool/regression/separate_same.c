/* With --separate-threads=yes threads that do the same are still kept apart:
   activations of one size that one routine has called, and activations of a
   context that begins in one thread and goes on in another.

   engines: fast check
   varies: yes
   options: --separate-threads=yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include "switch_stack.h"

static char stack[65536] __attribute__((aligned(16)));
static char *home_sp, *away_sp;
static volatile int cells[100];

READER_OF(leaf, cells)

ROUTINE long in_between(int n)
{
   return leaf(n) + leaf(n);
}

static void *same(void *n)
{
   in_between((long)n);
   return NULL;
}

ROUTINE void body(long unused)
{
   (void)unused;
   for (int n = 31; ; n++) {
      leaf(n);
      switch_stack(&away_sp, home_sp);
   }
}

CODE_OF(body);

static void *goes_on(void *unused)
{
   switch_stack(&home_sp, away_sp);
   return unused;
}

int main(void)
{
   in_between(10);
   pthread_join(start(same, (void *)10), NULL);
   pthread_join(start(same, (void *)10), NULL);
   in_between(10);
   away_sp = prepared_stack(stack + sizeof stack - 64, body_start, NULL);
   goes_on(NULL);
   pthread_join(start(goes_on, NULL), NULL);
   goes_on(NULL);
   return 0;
}
