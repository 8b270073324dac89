/* The kernel clears a word when a thread ends, and other threads wait for
   that: the word is external input to them.  It is the word that was named
   when the thread was created, or the word that the thread has named itself.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <linux/futex.h>
#include <sched.h>

static volatile int words[2][16] __attribute__((aligned(64)));
static char stack[65536] __attribute__((aligned(64)));

/* The thread that stays. */
READER(look, 1)

/* Reads the word before the thread ends, and again until it is cleared. */
ROUTINE void until_cleared(volatile int *word, long step)
{
   int before = *word;

   reach(step);
   while (*word != 0)
      kernel(SYS_futex, (long)word, FUTEX_WAIT, before, 0, 0, 0);
}

/* The child must take one step first. */
static int body(void *step)
{
   if (step != NULL) {
      words[1][0] = 1;
      kernel3(SYS_set_tid_address, (long)words[1], 0, 0);
      reach(2);
   }
   await((long)step);
   kernel3(SYS_exit, 0, 0, 0);
   return 0;
}

static void create(long step)
{
   must(clone(body, stack + sizeof stack,
              CLONE_VM | CLONE_FS | CLONE_FILES | CLONE_SIGHAND | CLONE_THREAD
              | CLONE_SYSVSEM | CLONE_PARENT_SETTID | CLONE_CHILD_CLEARTID,
              (void *)step, words[0], NULL, words[0]) > 0, "clone");
}

int main(void)
{
   make_steps(3);
   create(0);
   until_cleared(words[0], 0);
   look(words[0]);
   create(1);
   await(2);
   look(words[0]);
   until_cleared(words[1], 1);
   look(words[0]);
   must(words[0][0] != 0, "the first word stays");
   return 0;
}
