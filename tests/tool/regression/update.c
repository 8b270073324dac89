/* An instruction that reads a place and writes it: a read, then a write, of
   words, parts of words, and places that are not aligned.

   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

static volatile int many[16] __attribute__((aligned(64)));
static volatile int shared __attribute__((aligned(16)));

/* Their first access is a read: all cells are input, in each activation. */
ROUTINE void add4(volatile int *p, int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("addl $1, %0" : "+m"(p[i]) : : "cc");
}

ROUTINE void add8(volatile int *p)
{
   __asm__ volatile("addq $1, (%0)" : : "r"(p) : "memory", "cc");
}

/* From the second byte of a cell on: three cells. */
ROUTINE void add8_across(volatile int *p)
{
   __asm__ volatile("addq $1, 1(%0)" : : "r"(p) : "memory", "cc");
}

ROUTINE void add4_across(volatile int *p)
{
   __asm__ volatile("addl $1, 3(%0)" : : "r"(p) : "memory", "cc");
}

ROUTINE void add2_across(volatile int *p)
{
   __asm__ volatile("addw $1, 3(%0)" : : "r"(p) : "memory", "cc");
}

ROUTINE void add1(volatile int *p)
{
   __asm__ volatile("addb $1, 2(%0)" : : "r"(p) : "memory", "cc");
}

/* Twice by one routine: the second activation reads what the first one has
   left. */
ROUTINE void twice(volatile int *p)
{
   __asm__ volatile("addl $1, (%0)\n\taddl $1, (%0)" : : "r"(p)
                    : "memory", "cc");
}

/* It has written the cell before it reads it: no input. */
ROUTINE void written_before(volatile int *p)
{
   __asm__ volatile("movl $1, (%0)\n\taddl $1, (%0)" : : "r"(p)
                    : "memory", "cc");
}

/* Two places in one instruction are no update: the stack is only written. */
ROUTINE void push_from(volatile int *p)
{
   __asm__ volatile("pushq (%0)\n\taddq $8, %%rsp" : : "r"(p)
                    : "memory", "cc");
}

/* Another thread updates the cells that this routine has updated, and it
   updates them again. */
ROUTINE void take_turns(void)
{
   add4(&shared, 1);
   reach(0);
   await(1);
   add4(&shared, 1);
}

static void *other(void *unused)
{
   await(0);
   add4(&shared, 1);
   reach(1);
   return unused;
}

int main(void)
{
   pthread_t t;

   make_steps(2);
   add4(many, 10);
   add4(many, 10);
   add8(many);
   add8_across(many);
   add4_across(many);
   add2_across(many);
   add1(many);
   twice(many);
   written_before(many);
   push_from(many);
   t = start(other, NULL);
   take_turns();
   pthread_join(t, NULL);
   must(shared == 3, "turns");
   must(many[9] == 2, "sums");
   return 0;
}
