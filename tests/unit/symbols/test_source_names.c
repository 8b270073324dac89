/* The bare names of routines, and lines of their source.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "elf/source_names.h"
#include "pub_tool_libcfile.h"

/* What source_names.c calls of Valgrind's. */

Int VG_(strcmp)(const HChar *a, const HChar *b)
{
   return strcmp(a, b);
}

Int VG_(strncmp)(const HChar *a, const HChar *b, SizeT n)
{
   return strncmp(a, b, n);
}

HChar *VG_(strchr)(const HChar *text, HChar c)
{
   return strchr(text, c);
}

HChar *VG_(strstr)(const HChar *text, const HChar *part)
{
   return strstr(text, part);
}

SizeT VG_(strlen)(const HChar *text)
{
   return strlen(text);
}

HChar *VG_(strrchr)(const HChar *text, HChar c) { return strrchr(text, c); }

Bool VG_(isdigit)(HChar c) { return c >= '0' && c <= '9'; }

static void bare_names(void **state)
{
   static const struct {
      const HChar *symbol, *bare;
   } all[] = {
      { "main", "main" },
      { "sort.isra.0", "sort" },
      { "sort.constprop.0.isra.0", "sort" },
      { "sort.lto_priv.3", "sort" },
      { "sort.part.0", "sort.part.0" },
      { "Store::has(int) const", "has" },
      { "int scope::find<int>(int const*) [clone .isra.0]", "find<int>" },
      { "(anonymous namespace)::f(int)", "f" },
      { "a::b<c::d>::e<f::g>(h::i)", "e<f::g>" },
      { "Store::operator()(int)", "operator()" },
      { "Store::operator<<(Stream&)", "operator<<" },
      { "bool operator< <int>(int, int)", "operator< <int>" },
      { "Store::operator[](int)", "operator[]" },
      { "Store::~Store()", "~Store" },
      { "f[abi:cxx11](int)", "f" },
   };

   (void)state;
   for (UInt i = 0; i < sizeof all / sizeof *all; i++) {
      SizeT length;
      const HChar *bare = source_names_bare(all[i].symbol, &length);
      if (length != strlen(all[i].bare)
          || strncmp(bare, all[i].bare, length) != 0)
         fail_msg("%s: '%.*s' instead of '%s'", all[i].symbol, (int)length,
                  bare, all[i].bare);
   }
}

static void same(void **state)
{
   (void)state;
   assert_true(source_names_same("A::f(int)", "/src/a.cc", "f", "a.cc"));
   assert_true(source_names_same("f.isra.0", "a.c", "f", "/other/a.c"));
   assert_false(source_names_same("A::f(int)", "a.cc", "f", "b.cc"));
   assert_false(source_names_same("A::fg(int)", "a.cc", "f", "a.cc"));
   assert_false(source_names_same("A::f(int)", "a.cc", "fg", "a.cc"));
   assert_false(source_names_same("f.part.0", "a.c", "f", "a.c"));
   assert_false(source_names_same("A::f(int) [clone .part.0]", "a.cc", "f",
                                  "a.cc"));
   assert_false(source_names_same("A::f(int) [clone .isra.0] [clone .cold]",
                                  "a.cc", "f", "a.cc"));
}

static void parts(void **state)
{
   static const HChar *const parts_of_others[] = {
      "f.cold", "f.cold.3", "f.part.0", "f.isra.0.cold", "f.part.0.isra.0",
      "A::f(int) [clone .part.0]", "A::f(int) [clone .isra.0] [clone .cold]",
      "f.3.extracted", "A::f(int) [clone .12.extracted]",
      "A::f(int) [clone .12] [clone .extracted]",
   }, *const routines[] = {
      "f", "f.isra.0", "M.coldstart", "M.part.f", "coldest", "department",
      "M.extracted", "M.2.extracted_f", ".extracted",
   };

   (void)state;
   for (UInt i = 0; i < sizeof parts_of_others / sizeof *parts_of_others; i++)
      if (!source_names_is_part(parts_of_others[i]))
         fail_msg("%s is a routine", parts_of_others[i]);
   for (UInt i = 0; i < sizeof routines / sizeof *routines; i++)
      if (source_names_is_part(routines[i]))
         fail_msg("%s is a part", routines[i]);
}

static void lines(void **state)
{
   SourceLines a = { 0, 0 }, b = { 0, 0 };

   (void)state;
   source_lines_add(&a, 0);
   assert_int_equal(a.first, 0);
   assert_int_equal(source_lines_distance(&a, &b), 0);
   source_lines_add(&a, 12);
   source_lines_add(&a, 10);
   source_lines_add(&a, 0);
   assert_int_equal(a.first, 10);
   assert_int_equal(a.last, 12);
   assert_int_equal(source_lines_distance(&a, &b), 0);
   source_lines_add(&b, 15);
   assert_int_equal(source_lines_distance(&a, &b), 3);
   assert_int_equal(source_lines_distance(&b, &a), 3);
   source_lines_add(&b, 12);
   assert_int_equal(source_lines_distance(&a, &b), 0);
   source_lines_add(&b, 5);
   assert_int_equal(source_lines_distance(&a, &b), 0);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(bare_names),
      cmocka_unit_test(same),
      cmocka_unit_test(parts),
      cmocka_unit_test(lines),
   };

   return cmocka_run_group_tests_name("source_names", tests, NULL, NULL);
}
