// A routine that is inlined, and a C++ name.
//
// SPDX-License-Identifier: GPL-2.0-or-later

namespace space {
static volatile unsigned long sink;

static inline __attribute__((always_inline)) unsigned long step(unsigned long n)
{
   unsigned long x = 1;
   for (unsigned long i = 0; i < n; i++)
      x = x * 3 + i;
   return x;
}

__attribute__((noinline)) void run(unsigned long n) { sink = step(n); }
}

int main()
{
   space::run(300000000);
}
