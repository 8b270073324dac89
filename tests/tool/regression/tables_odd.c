/* Accesses to a table at an index times the size of an element: the address is
   known to be a multiple of 4, plus a constant.  Of each size, at each distance
   from a cell; writes in superblocks that make one and that make several,
   before there is a second thread and after.

   compiler: gcc
   flags: -fno-pie -no-pie
   varies: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { BLOCK = 32, BLOCKS = 10 };

static char table[BLOCK * BLOCKS] __attribute__((aligned(64), used));

static inline __attribute__((always_inline)) void read_block(long i)
{
   volatile int *cell = (volatile int *)(table + BLOCK * i);

   for (int k = 0; k < BLOCK / CELL; k++)
      (void)cell[k];
}

/* With a block's index in rdx. */
#define AT(distance) #distance "+table(%%rdx)"
#define ACCESS(i, first, second)                            \
   do {                                                     \
      long at = i;                                          \
      __asm__ volatile("shl $5, %%rdx\n\t"                  \
                       first "\n\t"                         \
                       second                               \
                       : "+d"(at) : : "rax", "xmm0", "memory"); \
   } while (0)

/* read_SIZE_DISTANCE reads in each block; write_SIZE_DISTANCE writes there, and
   then reads all of the block; pair_SIZE_DISTANCE writes 8 bytes more, behind
   it. */
#define ROUTINES(size, distance, load, store)               \
   ROUTINE void read_##size##_##distance(void)              \
   {                                                        \
      for (long i = 0; i < BLOCKS; i++)                     \
         ACCESS(i, "", load(AT(distance)));                 \
   }                                                        \
   ROUTINE void write_##size##_##distance(void)             \
   {                                                        \
      for (long i = 0; i < BLOCKS; i++) {                   \
         ACCESS(i, "", store(AT(distance)));                \
         read_block(i);                                     \
      }                                                     \
   }                                                        \
   ROUTINE void pair_##size##_##distance(void)              \
   {                                                        \
      for (long i = 0; i < BLOCKS; i++) {                   \
         ACCESS(i, "mov %%rax, " AT(20), store(AT(distance))); \
         read_block(i);                                     \
      }                                                     \
   }

#define LOAD_1(at) "mov " at ", %%al"
#define LOAD_2(at) "mov " at ", %%ax"
#define LOAD_4(at) "mov " at ", %%eax"
#define LOAD_8(at) "mov " at ", %%rax"
#define LOAD_16(at) "movups " at ", %%xmm0"
#define STORE_1(at) "mov %%al, " at
#define STORE_2(at) "mov %%ax, " at
#define STORE_4(at) "mov %%eax, " at
#define STORE_8(at) "mov %%rax, " at
#define STORE_16(at) "movups %%xmm0, " at

#define EACH_DISTANCE(what, size) \
   what(size, 0) what(size, 1) what(size, 2) what(size, 3)
#define EACH(what)                                                       \
   EACH_DISTANCE(what, 1) EACH_DISTANCE(what, 2) EACH_DISTANCE(what, 4)  \
   EACH_DISTANCE(what, 8) EACH_DISTANCE(what, 16)

#define DEFINE(size, distance) \
   ROUTINES(size, distance, LOAD_##size, STORE_##size)
EACH(DEFINE)

static void all(void)
{
#define CALL(size, distance)     \
   read_##size##_##distance();   \
   write_##size##_##distance();  \
   pair_##size##_##distance();
   EACH(CALL)
}

static void *nothing(void *unused)
{
   return unused;
}

int main(void)
{
   all();
   pthread_join(start(nothing, NULL), NULL);
   all();
   return 0;
}
