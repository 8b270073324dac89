/* A C++ exception through several frames ends their activations; a frame with
   a destructor goes on in between, as itself.

   engines: fast check

   SPDX-License-Identifier: GPL-2.0-or-later */

#define ROUTINE __attribute__((noinline))

static volatile int cells[100];

ROUTINE int leaf()
{
   int sum = 0;

   for (int i = 0; i < 100; i++)
      sum += cells[i];
   return sum;
}

ROUTINE void delay(int n)
{
   for (int i = 0; i < n; i++)
      __asm__ volatile("" : : : "memory");
}

struct Guard {
   ROUTINE Guard() { __asm__ volatile(""); }
   ROUTINE ~Guard() { delay(100000); }
};

ROUTINE int thrower(int n)
{
   if (n >= 0)
      throw n;
   return n;
}

ROUTINE int middle(int n)
{
   return 1 + thrower(n);
}

ROUTINE int guarded(int n)
{
   Guard guard;

   return 1 + middle(n);
}

ROUTINE int bottom(int n)
{
   return 1 + guarded(n);
}

ROUTINE int catcher(int n)
{
   int sum = 0;

   try {
      sum += bottom(n);
   } catch (int thrown) {
      sum += thrown;
   }
   return sum + leaf() + leaf() + leaf();
}

/* Catches and throws again. */
ROUTINE int again(int n)
{
   try {
      return bottom(n);
   } catch (int) {
      throw;
   }
}

ROUTINE int catch_again(int n)
{
   try {
      return again(n);
   } catch (int thrown) {
      return thrown + leaf();
   }
}

int main()
{
   for (int i = 0; i < 100; i++)
      cells[i] = 1;
   if (catcher(5) != 305 || catcher(6) != 306)
      return 1;
   for (int i = 0; i < 10; i++)
      if (catch_again(7) != 107)
         return 1;
   return leaf() == 100 ? 0 : 1;
}
