/* Sizes that are parameters, given by name: their registers follow from the
   types of the parameters before them, and of the result.

   engines: fast check
   same: --vex-guest-max-insns=1

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

struct Mixed { int number; double real; };
struct Pair { long first, second; };
struct Large { long words[3]; };
struct Real { long double real; };
struct Nothing {};
enum class Kind : short { ONE = 1 };

/* Not copied bit by bit: passed by its address. */
struct Owner {
   int *what;
   explicit Owner(int *w) : what(w) {}
   Owner(const Owner &o) : what(o.what) {}
};
struct Derived : Owner {
   explicit Derived(int *w) : Owner(w) {}
};

class Class {
public:
   explicit Class(int n) : number(n) {}
   long method(float x, int n) const;
   virtual long virtual_method(short n) const;
private:
   int number;
};

ROUTINE long plain(const char *text, double x, int n)
{
   return text[0] + (long)x + n;
}

ROUTINE long mixed(Mixed m, float x, unsigned char n)
{
   return m.number + (long)m.real + (long)x + n;
}

ROUTINE Large large(int n)
{
   return Large{ { n, n, n } };
}

ROUTINE long takes_large(Large l, int n)
{
   return l.words[0] + n;
}

ROUTINE long takes_owner(Owner o, int n)
{
   return *o.what + n;
}

ROUTINE long takes_derived(Derived d, int n)
{
   return *d.what + n;
}

ROUTINE Owner makes_owner(int n)
{
   static int cell;

   cell = n;
   return Owner(&cell);
}

ROUTINE Real makes_real(Real r, int n)
{
   return Real{ r.real + n };
}

ROUTINE long by_reference(const unsigned &n)
{
   return n;
}

ROUTINE long by_pointer(const long *cell, int *n)
{
   return *cell + *n;
}

ROUTINE long by_void(void *n)
{
   return n == nullptr;
}

ROUTINE long wide(Pair a, Pair b, int c, Pair d, int n)
{
   return a.first + b.first + c + d.first + n;
}

ROUTINE long on_stack(Pair a, Pair b, Pair c, int n)
{
   return a.first + b.first + c.first + n;
}

ROUTINE long nothing(Nothing, Kind k, __int128 i, int n)
{
   return (long)k + (long)i + n;
}

ROUTINE long Class::method(float x, int n) const
{
   return number + (long)x + n;
}

long Class::virtual_method(short n) const
{
   return number + n;
}

ROUTINE long negative(int n)
{
   return n;
}

ROUTINE long other(double n)
{
   return (long)n;
}

int main()
{
   static long cell = 8;
   static int number = 9, what = 1;
   static unsigned size = 11;
   long sum = plain("a", 2.5, 3);

   sum += mixed(Mixed{ 1, 2.0 }, 1.0f, 4);
   sum += large(5).words[1];
   sum += takes_large(Large{ { 1, 2, 3 } }, 6);
   sum += takes_owner(Owner(&what), 7);
   sum += takes_derived(Derived(&what), 8);
   sum += *makes_owner(9).what;
   sum += (long)makes_real(Real{ 1.0L }, 10).real;
   sum += by_reference(size);
   sum += by_pointer(&cell, &number);
   sum += by_void(&cell);
   sum += by_void(nullptr);
   sum += wide({ 1, 2 }, { 3, 4 }, 5, { 6, 7 }, 12);
   sum += on_stack({ 1, 2 }, { 3, 4 }, { 5, 6 }, 13);
   sum += nothing(Nothing(), Kind::ONE, 14, 15);
   const Class object(3);
   const Class *volatile pointer = &object;
   sum += pointer->method(1.0f, 16);
   sum += pointer->virtual_method(17);
   sum += negative(-5);
   sum += negative(18);
   sum += other(19);
   return sum == 0;
}
