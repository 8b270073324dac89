/* The routines through which OCaml calls closures have no rows: what they call is
   called by their callers, and two that call closures are no recursion.  A routine
   of such a name without a number is any other.

   engines: fast check
   compiler: gcc
   flags: -foptimize-sibling-calls
   same: --shadow=tables

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

typedef long closure(int n);

static volatile int cells[100];

ROUTINE long caml_apply2(closure *volatile f, int n)
{
   return f(n);
}

ROUTINE long caml_curry3_1(closure *volatile f, int n)
{
   return f(n) + 1;
}

ROUTINE long caml_apply_all(closure *volatile f, int n)
{
   return f(n);
}

READER_OF(element, cells)

ROUTINE long inner(int n)
{
   return caml_apply2(element, n) + caml_curry3_1(element, n + 1);
}

ROUTINE long outer(int n)
{
   return caml_apply2(inner, n) + caml_apply_all(element, n + 2);
}

/* A recursion by way of a closure, without another routine between. */
ROUTINE long open_recursion(int n)
{
   long s = cells[n];

   return n > 0 ? s + caml_apply2(open_recursion, n - 1) : s;
}

int main(void)
{
   long s = 0;

   for (int i = 0; i < 3; i++)
      s += caml_apply2(outer, 10) + open_recursion(7);
   return s < 0;
}
