/* Types of argument_names.cc.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef ARGUMENT_NAMES_H
#define ARGUMENT_NAMES_H

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

/* In argument_names4.cc, whose debug information is of another version. */
long in_version_4(char c, unsigned long n);

#endif
