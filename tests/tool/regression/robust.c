/* A thread ends while it holds two locks, and has held a third one before: the
   kernel stores that in the words of the two, and the threads that read the
   words have it as input.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <linux/futex.h>

static pthread_mutex_t locks[3];

/* Reads the lock's word before the thread ends, and after that. */
ROUTINE void until_died(volatile int *word, long step)
{
   must(*word != 0, "it is locked");
   reach(step);
   while ((*word & FUTEX_OWNER_DIED) == 0)
      kernel3(SYS_sched_yield, 0, 0, 0);
}

/* Reads the state of a lock afterwards. */
READER(look_at_died, 1)
READER(look_at_free, 1)

static void *ends(void *unused)
{
   for (int i = 0; i < 3; i++)
      pthread_mutex_lock(&locks[i]);
   pthread_mutex_unlock(&locks[1]);
   reach(0);
   await(1);
   return unused;
}

int main(void)
{
   pthread_mutexattr_t robust;
   pthread_t t;

   must(pthread_mutexattr_init(&robust) == 0
        && pthread_mutexattr_setrobust(&robust, PTHREAD_MUTEX_ROBUST) == 0,
        "attributes");
   for (int i = 0; i < 3; i++)
      must(pthread_mutex_init(&locks[i], &robust) == 0, "a lock");
   make_steps(2);
   t = start(ends, NULL);
   await(0);
   look_at_died(&locks[2].__data.__lock);
   look_at_free(&locks[1].__data.__lock);
   until_died(&locks[0].__data.__lock, 1);
   pthread_join(t, NULL);
   look_at_died(&locks[2].__data.__lock);
   look_at_free(&locks[1].__data.__lock);
   return 0;
}
