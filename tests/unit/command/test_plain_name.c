/* Names in the tool's options: demangled names without what surrounds them.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "base/plain_name.c"

static const struct { const char *name, *with_arguments, *plain; } known[] = {
   { "main", "main", "main" },
   { "(below main)", "(below main)", "(below main)" },
   { "ns::f(int, std::vector<int> const&)", "ns::f", "ns::f" },
   { "long drain<Fifo<Order> >(std::string&)", "drain<Fifo<Order> >",
     "drain" },
   { "std::vector<int, std::allocator<int> >::size() const",
     "std::vector<int, std::allocator<int> >::size", "std::vector::size" },
   { "unsigned long const ns::V<int>::at<3>(int) const &", "ns::V<int>::at<3>",
     "ns::V::at" },
   { "int (anonymous namespace)::total<int>(std::vector<int> const&)",
     "(anonymous namespace)::total<int>", "(anonymous namespace)::total" },
   { "outer(int, long)::Local::quad(int const*, int)", "outer::Local::quad",
     "outer::Local::quad" },
   { "main::{lambda(auto:1 const&)#3}::operator()<int>(int) const",
     "main::{lambda(auto:1 const&)#3}::operator()<int>",
     "main::{lambda(auto:1 const&)#3}::operator()" },
   { "void (*getter<int>(std::vector<int> const&))(double)", "getter<int>",
     "getter" },
   { "ns::V<int>::operator<(ns::V<int> const&) const", "ns::V<int>::operator<",
     "ns::V::operator<" },
   { "bool ns::operator==<int>(ns::V<int> const&)", "ns::operator==<int>",
     "ns::operator==" },
   { "bool operator< <int>(V<int>, V<int>)", "operator<<int>", "operator<" },
   { "operator new[](unsigned long)", "operator new[]", "operator new[]" },
   { "T::operator unsigned long() const", "T::operator unsigned long",
     "T::operator unsigned long" },
   { "V<int>::operator->() const", "V<int>::operator->", "V::operator->" },
   { "decltype (x->y) f<int>(int)", "f<int>", "f" },
   { "scan(int) [clone .part.0]", "scan", "scan" },
   { "scan.isra.0", "scan.isra.0", "scan.isra.0" },
   { "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
     "<alloc::vec::Vec<T> as core::ops::Drop>::drop",
     "<alloc::vec::Vec<T> as core::ops::Drop>::drop" },
   { "a.b/c.(*T).m", "a.b/c.(*T).m", "a.b/c.T.m" },
   { "main.(*T[go.shape.int_0]).m.func1", "main.(*T[go.shape.int_0]).m.func1",
     "main.T.m.func1" },
   { "main.Map[go.shape.int_0]", "main.Map[go.shape.int_0]", "main.Map" },
   { "V<int>::name[abi:cxx11]() const", "V<int>::name[abi:cxx11]", "V::name" },
   { "V<int>::operator[](int)", "V<int>::operator[]", "V::operator[]" },
   { "main.(*T", "main.(*T", "main.T" },
   { "non-virtual thunk to A::f(int)", "A::f", "A::f" },
   { "f(int", "f", "f" }, { "f<<<", "f<<<", "f" }, { ")))", "", "" },
   { "", "", "" },
};

static void names(void **state)
{
   (void)state;
   for (size_t i = 0; i < COUNT(known); i++) {
      char plain[200];

      plain_name_get(plain, known[i].name, true);
      assert_string_equal(plain, known[i].with_arguments);
      plain_name_get(plain, known[i].name, false);
      assert_string_equal(plain, known[i].plain);
   }
}

static void methods(void **state)
{
   static const struct { const char *name, *type, *trait; } all[] = {
      { "<t::Square as t::Shape>::area", "t::Square::area", "t::Shape::area" },
      { "<alloc::vec::Vec<T> as a::Extend<(A, B)>>::extend",
        "alloc::vec::Vec<T>::extend", "a::Extend<(A, B)>::extend" },
      { "<hash::Table<<T as U>::V>>::grow", "hash::Table<<T as U>::V>::grow", "" },
      { "<t::Square as t::Shape", "", "" },
      { "t::Square::area", "", "" },
      { "<T>", "", "" },
      { "", "", "" },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(all); i++) {
      char to[100];

      assert_int_equal(plain_name_of_type(to, all[i].name), *all[i].type != '\0');
      if (*all[i].type)
         assert_string_equal(to, all[i].type);
      assert_int_equal(plain_name_of_trait(to, all[i].name), *all[i].trait != '\0');
      if (*all[i].trait)
         assert_string_equal(to, all[i].trait);
   }
}

static void tags(void **state)
{
   char tagged[] = "a::f[abi:one][abi:two]", plain[] = "a[]b";

   (void)state;
   assert_true(plain_name_cut_tags(tagged));
   assert_string_equal(tagged, "a::f");
   assert_false(plain_name_cut_tags(plain));
   assert_string_equal(plain, "a[]b");
}

/* Whatever the name is, the result fits in as many bytes. */
static void any_bytes(void **state)
{
   static const char bytes[] = "(<[{)>]} :.-operatorconst*&<as [abi:\xff";
   unsigned random = 1;

   (void)state;
   for (int round = 0; round < 100000; round++) {
      char name[40], plain[60];
      size_t length;

      random = random * 1103515245 + 12345;
      length = random >> 16 & 31;
      for (size_t i = 0; i < length; i++) {
         random = random * 1103515245 + 12345;
         name[i] = bytes[(random >> 16) % (sizeof bytes - 1)];
      }
      name[length] = '\0';
      memset(plain, 'x', sizeof plain);
      plain_name_get(plain, name, round & 1);
      assert_true(strlen(plain) <= length);
      assert_int_equal(plain[length + 1], 'x');
      if (plain_name_of_type(plain, name) || plain_name_of_trait(plain, name))
         assert_true(strlen(plain) < length);
      assert_int_equal(plain[length + 1], 'x');
      plain_name_cut_tags(name);
      assert_true(strlen(name) <= length);
   }
}

static void clones(void **state)
{
   char name[][24] = { "f.constprop.0", "f.isra.0.cold", "M.coldstart", "f",
                       ".part.0" };

   (void)state;
   assert_true(plain_name_cut_clone(name[0]));
   assert_string_equal(name[0], "f");
   assert_true(plain_name_cut_clone(name[1]));
   assert_string_equal(name[1], "f");
   assert_false(plain_name_cut_clone(name[2]));
   assert_false(plain_name_cut_clone(name[3]));
   assert_false(plain_name_cut_clone(name[4]));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(names),
      cmocka_unit_test(methods),
      cmocka_unit_test(tags),
      cmocka_unit_test(any_bytes),
      cmocka_unit_test(clones),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
