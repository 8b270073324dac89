/* Routines that are pending in two threads at once: an activation is outermost
   if no other activation of its routine is pending in its own thread, whatever
   the other thread does.  The threads alternate, each in the middle of its
   recursion.

   engines: fast check
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <semaphore.h>

enum { DEPTH = 3, AT = 1, ROUNDS = 4 };

typedef struct {
   sem_t may_go_on;
   void *other;
   int rounds;
} Side;

ROUTINE void delay(void)
{
   for (volatile int i = 0; i < 20000; i++)
      ;
}

ROUTINE void hand_over(Side *s)
{
   Side *other = s->other;

   sem_post(&other->may_go_on);
   sem_wait(&s->may_go_on);
}

ROUTINE void work(Side *s, int depth)
{
   delay();
   if (depth == AT)
      hand_over(s);
   if (depth > 0)
      work(s, depth - 1);
}

ROUTINE void *side(void *own)
{
   Side *s = own;

   sem_wait(&s->may_go_on);
   for (int i = 0; i < s->rounds; i++)
      work(s, DEPTH);
   sem_post(&((Side *)s->other)->may_go_on);
   return NULL;
}

int main(void)
{
   /* No thread waits forever: the first thread has one step to spare, and a
      thread that ends leaves a step to the other one. */
   Side a = { .rounds = ROUNDS + 1 }, b = { .other = &a, .rounds = ROUNDS };
   pthread_t threads[2];

   a.other = &b;
   sem_init(&a.may_go_on, 0, 2);
   sem_init(&b.may_go_on, 0, 0);
   threads[0] = start(side, &a);
   threads[1] = start(side, &b);
   pthread_join(threads[0], NULL);
   pthread_join(threads[1], NULL);
   return 0;
}
