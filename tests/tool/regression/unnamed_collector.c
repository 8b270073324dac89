/* A garbage collector without a name, in a program that exports the routine
   which collects at once, as a stripped interpreter does.

   flags: -rdynamic
   strip: yes

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

enum { LARGEST = 1000, OBJECTS = 4000 };

static volatile int input[LARGEST];
static volatile int heap[OBJECTS];
static volatile long result;

/* It is called as collectors in programs are: by its address. */
static __attribute__((noinline)) void collect(void)
{
   for (int i = 0; i < OBJECTS; i++)
      heap[i]++;
}

/* It has a name, so that it is an ordinary routine. */
ROUTINE void count(int n)
{
   long sum = 0;

   for (int i = 0; i < n; i++)
      sum += input[i];
   result = sum;
}

/* The name that Lua's has. */
ROUTINE void lua_gc(int n)
{
   count(n);
   collect();
   result++;
}

/* n cells; due: when a collection is. */
ROUTINE void sum(int n, int due)
{
   long s = 0;

   for (int i = 0; i < n; i++) {
      s += input[i];
      if (i == due)
         collect();
   }
   result = s;
}

int main(void)
{
   for (int i = 0; i < LARGEST; i++)
      input[i] = i;
   for (int n = 100; n <= LARGEST; n += 300) {
      sum(n, -1);
      sum(n, n / 2);
   }
   lua_gc(50);
   return 0;
}
