/* An interpreter whose operations jump to each other, at random.  The first
   activations of each are observed.  Some operations are rare, so that such
   activations are in the chain, at its beginning and above others, while those
   of the frequent operations come and go; an operation may call the interpreter
   again, or fork.  The short way for jumps is taken with the fast engine only.

   compiler: gcc
   flags: -O2

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"
#include <sys/wait.h>

enum { CODES = 256, PROGRAM = 1 << 11 };

typedef long operation(const unsigned char *at, long value, long left);

static operation *const operations[CODES];
static unsigned char program[PROGRAM];
static pid_t forked = -1;

#define NEXT operations[*at](at + 1, value, left - 1)

#define OPERATION(name, what)                                     \
   ROUTINE long name(const unsigned char *at, long value, long left) \
   {                                                              \
      if (left == 0)                                              \
         return value;                                            \
      what;                                                       \
      return NEXT;                                                \
   }

ROUTINE long again(long at, long left)
{
   return operations[at % CODES](program + at, 0, left);
}

OPERATION(op_0, value += 1)
OPERATION(op_1, value *= 3)
OPERATION(op_2, value ^= program[value & 1023])
OPERATION(op_3, value += value << 1)
OPERATION(op_4, value ^= value >> 9)
OPERATION(op_5, if (value % 7 == 0 && left > 40) value += again(left, 31))
OPERATION(op_6, value -= program[left])
OPERATION(op_7, value |= 1)
OPERATION(op_8, value += again(left + 5, left / 8))
OPERATION(op_9, value = ~value)
OPERATION(op_10, value += left)
OPERATION(op_fork, if (left == 500) forked = fork())

static operation *const operations[CODES] = {
   [0 ... 49] = op_0, [50 ... 99] = op_1, [100 ... 149] = op_2,
   [150 ... 199] = op_3, [200 ... 239] = op_4, [240 ... 244] = op_5,
   op_6, op_7, op_7, op_8, op_8, op_9, op_9, op_10, op_10, op_10, op_fork,
};

/* Begins with one operation, which so stays in the chain. */
ROUTINE long interpret(int first, long left)
{
   return operations[first](program, first, left);
}

int main(void)
{
   unsigned state = 1;
   int status = 0;
   long sum = 0;

   for (int i = 0; i < PROGRAM; i++) {
      state = state * 1103515245 + 12345;
      program[i] = state >> 16;
   }
   for (int i = 0; i < 20; i++)
      sum += interpret(i * 60 % CODES, 400);
   program[100] = CODES - 1;
   sum += interpret(2, 601);
   must(forked >= 0, "fork");
   for (int i = 0; i < 40; i++)
      sum += interpret(i * 6, 300 + i);
   must(sum != 0, "sum");
   if (forked == 0)
      return 0;
   TELL("profile child ", forked);
   must(wait(&status) > 0 && status == 0, "child");
   return 0;
}
