/* Names: without parameters, shortened, and chosen by patterns.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "config.h"

#include "unit.h"

#include "base/haskell.h"
#include "base/languages.h"
#include "base/memory.h"
#include "names/demangled.h"
#include "names/distinct.h"
#include "names/parts.h"
#include "names/select.h"
#include "names/shorten.h"

typedef struct {
   const char *from, *to;
} pair;

/* Each name is decoded to the other one; NULL: it is not. */
static void all_decoded(char *(*decode)(const char *), const pair *known,
                        size_t count)
{
   for (size_t i = 0; i < count; i++)
      if (known[i].to == NULL)
         assert_null(decode(known[i].from));
      else
         assert_freed_equal(decode(known[i].from), known[i].to);
}

static void parameters_are_stripped(void **state)
{
   static const pair known[] = {
      { "main", "main" },
      { "f(int)", "f" },
      { "a::f(g(int)) const", "a::f" },
      { "(below main)", "(below main)" },
      { "x::operator()(int)", "x::operator()" },
      { "operator<(A, B)", "operator<" },
      { "void (*f<int>(int))(char)", "f<int>" },
      { "f(int) [clone .cold]", "f [clone .cold]" },
      { "f((2)>(1))", "f" },
      { "f(", "f(" },
      { "f)", "f)" },
      { "a>b](c)", "a>b]" },
      { "", "" },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_freed_equal(demangled_bare(known[i].from), known[i].to);
}

static void last_parts(void **state)
{
   static const pair known[] = {
      { "find", "find" },
      { "find(char*)", "find" },
      { "void a::find<int>(char*)", "find<int>" },
      { "a::find(b::other<int>)", "find" },
      { "a<b::c>::~a()", "~a" },
      { "a::operator()(int) const", "operator()" },
      { "a::f(int) [clone .part.0]", "f [clone .part.0]" },
      { "a::f[abi:cxx11](int) const", "f" },
      { "f[abi:one][abi:two]", "f" },
      { "f[abi:", "f[abi:" },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_freed_equal(demangled_last(known[i].from), known[i].to);
}

static void haskell_is_decoded(void **state)
{
   static const pair known[] = {
      { "base_GHCziBase_map_info", "base:GHC.Base.map" },
      { "base_GHCziBase_zpzp_info", "base:GHC.Base.++" },
      { "Main_zdwgo_info", "Main.$wgo" },
      { "Main_main1_info", "Main.main1" },
      { "ghczmprim_GHCziTuple_Z2T_con_info", "ghc-prim:GHC.Tuple.(,)_con_info" },
      { "ghczmprim_GHCziTypes_ZC_con_info", "ghc-prim:GHC.Types.:_con_info" },
      { "ghczmprim_GHCziPrim_Z0H_info", "ghc-prim:GHC.Prim.(##)" },
      { "ghczmprim_GHCziPrim_Z3H_info", "ghc-prim:GHC.Prim.(#,,#)" },
      { "ghczmprim_GHCziTuple_Z63T_con_info", NULL },
      { "containerszm0zi6zi7_DataziMapziInternal_insert_zdsinsert_info", NULL },
      { "containerszm0zi6zi7_DataziMapziInternal_zdsinsert_slow",
        "containers-0.6.7:Data.Map.Internal.$sinsert_slow" },
      { "Main_z3b1U_info", "Main.\u03b1" },
      { "Main_z0fbU_info", "Main.\u00fb" },
      { "Main_zzZZzuq_info", "Main.zZ_q" },
      { "Main_Z99999999999T_info", NULL },
      { "Main_z_info", NULL },
      { "Main__info", NULL },
      { "PyFloat_get_info", NULL },
      { "Gtk_size_info", NULL },
      { "g_file_query_info", NULL },
      { "stg_ap_p_info", NULL },
      { "_info", NULL },
      { "", NULL },
   };

   (void)state;
   all_decoded(haskell_decoded, known, COUNT(known));
}

static void d_and_rust_are_decoded(void **state)
{
   static const pair known[] = {
      { "_D4shop6Basket3sumMFiZi", "shop.Basket.sum(int)" },
      { "_D4shop__T4fillTiZQiFNaNbNfiZAi",
        "shop.fill!(int).fill(int)" },
      { "_Dmain", "D main" },
      { "_D", NULL },
      { "_Delay", NULL },
      { "_D4sho", NULL },
      { "_D4shop3sumFiZi.constprop.0", "shop.sum(int) [clone .constprop.0]" },
      { "_D4shop3sumFiZi.isra.0.part.1.cold",
        "shop.sum(int) [clone .isra.0] [clone .part.1] [clone .cold]" },
      { "_D4shop3sumFiZi.lto_priv.0", "shop.sum(int) [clone .lto_priv.0]" },
      { "_D4shop3sumFiZi.", NULL },
      { "_D4shop3sumFiZi.Xy", NULL },
      { "_D4shop3sumFiZi.cold-1", NULL },
      { "_Delay.constprop.0", NULL },
      { "_RNvC4shop3sum", "shop::sum" },
      { "_RNvC4shop3sum.llvm.123", "shop::sum [clone .llvm.123]" },
      { "_Reset", NULL },
      { "_ZN4shop3sum17h0a6cfa27ff078c57E", "shop::sum" },
      { "_ZN4shop12Box$LT$T$GT$3sum17h0a6cfa27ff078c57E.llvm.123",
        "shop::Box<T>::sum [clone .llvm.123]" },
      { "_ZN4shop17h0a6cfa27ff078c57Ev", NULL },
      { "_ZN4shop3sumEi", NULL },
      { "_ZN17hE", NULL },
   };

   (void)state;
#ifndef HAVE_LIBIBERTY
   skip();
#endif
   all_decoded(languages_decoded, known, COUNT(known));
}

static void modules_and_units_are_decoded(void **state)
{
   static const pair known[] = {
      { "__cells_MOD_nearest", "cells::nearest" },
      { "__cells_2_MOD___copy_cells_Node", "cells_2::__copy_cells_Node" },
      { "__cells_MOD_nearest.constprop.0",
        "cells::nearest [clone .constprop.0]" },
      { "_QMcellsPnearest", "cells::nearest" },
      { "_QMcellsFnearestPbump", "cells::nearest::bump" },
      { "__CELLS_MOD_nearest", NULL },
      { "__cells_MOD_", NULL },
      { "__MOD_nearest", NULL },
      { "cells_MOD_nearest", NULL },
      { "__x_MOD_y@@V1", NULL },
      { "_QMcells", NULL },
      { "_QMPx", NULL },
      { "_QMcellsPnearestPx", NULL },
      { "_QPouter", NULL },
      { "_Quit", NULL },
      { "outer_", NULL },
      { "P$PROG_$$_NEAREST$LONGINT$$LONGINT", "PROG.NEAREST(LONGINT)" },
      { "P$PROG_$$_NOARGS", "PROG.NOARGS" },
      { "P$PROG$_$TFOO_$__$$_BAR$LONGINT$SHORTSTRING",
        "PROG.TFOO.BAR(LONGINT,SHORTSTRING)" },
      { "P$PROG$_$TFOO_$__$$_MAKE$$TFOO", "PROG.TFOO.MAKE" },
      { "P$PROG$_$TFOO_$_BAR$LONGINT$SHORTSTRING_$$_NESTED$LONGINT",
        "PROG.TFOO.BAR.NESTED(LONGINT)" },
      { "SYSTEM_$$_ASSIGN$TEXT$SHORTSTRING",
        "SYSTEM.ASSIGN(TEXT,SHORTSTRING)" },
      { "SYSTEM_$$_NUL$", NULL },
      { "P$PROG_$$_$plus$SHORTSTRING$LONGINT$$SHORTSTRING",
        "PROG.$plus(SHORTSTRING,LONGINT)" },
      { "_$$_", NULL },
      { "P$_$$_X", NULL },
      { "a_$$_b", NULL },
      { "A_$$_", NULL },
      { "A_$$_B-C", NULL },
      { "FINALIZE$_$UNIX", NULL },
   };

   (void)state;
   all_decoded(languages_decoded, known, COUNT(known));
}

static void ada_is_decoded_where_it_is(void **state)
{
   static const struct {
      const char *symbol, *file, *to;
   } known[] = {
      { "pkg__sum", "pkg.adb", "pkg.sum" },
      { "pkg__sum__2", "", "pkg.sum" },
      { "pkg__Oadd", "", "pkg.\"+\"" },
      { "pkg___elabb", "", "pkg'Elab_Body" },
      { "pkg__child__twice__inner.0", "", "pkg.child.twice.inner" },
      { "pkg__sum.constprop.0", "", "pkg.sum [clone .constprop.0]" },
      { "_ada_main", "", "main" },
      { "__cells_MOD_nearest", "", "cells::nearest" },
      { "pkg__sum", "sum.c", NULL },
      { "_Main__x", "", NULL },
      { "Pkg__sum", "", NULL },
      { "__gnat_malloc", "", NULL },
      { "main", "main.adb", NULL },
      { "adainit", "b~main.adb", NULL },
   };

   (void)state;
#ifndef HAVE_LIBIBERTY
   skip();
#endif
   for (size_t i = 0; i < COUNT(known); i++)
      if (known[i].to == NULL)
         assert_null(languages_decoded_ada(known[i].symbol, known[i].file));
      else
         assert_freed_equal(languages_decoded_ada(known[i].symbol,
                                                  known[i].file),
                            known[i].to);
   /* C has such names, too. */
   assert_null(languages_decoded("pkg__sum"));
   assert_freed_equal(languages_decoded("_ada_main"), "main");
   assert_true(languages_shows_ada("x", "/a/pkg.ads"));
   assert_true(languages_shows_ada("adainit", ""));
   assert_true(languages_shows_ada("_ada_x", ""));
   assert_false(languages_shows_ada("pkg__sum", "x.c"));
   assert_false(languages_shows_ada("_ada_", ""));
   assert_true(languages_is_ada_library("/usr/lib/libgnat-12.so"));
   assert_false(languages_is_ada_library("/usr/lib/libgnats.so"));
}

static void scopes_stay(void **state)
{
   static const pair known[] = {
      { "std::vector<int>::push_back(int const&)", "std::vector::push_back" },
      { "int a::f<b::c>(int)", "a::f" },
      { "core::iter::Map<I, F>::next", "core::iter::Map<I, F>::next" },
      { "alloc::vec::Vec::<u8>::push", "alloc::vec::Vec::push" },
      { "f(int) [clone .isra.0]", "f.isra.0" },
      { "f(int) [clone .llvm.123] [clone .cold]", "f.cold" },
      { "shop::Box<T>::sum [clone .llvm.123]", "shop::Box<T>::sum" },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_freed_equal(shorten_scoped(known[i].from), known[i].to);
}

static void names_are_shortened_step_by_step(void **state)
{
   static const char name[] = "void app::sort::Sorter<int>::run<true>(int*)";
   static const struct { size_t width; const char *text; } known[] = {
      { 60, name },
      { sizeof name - 1, name },
      { sizeof name - 2, "app::sort::Sorter<int>::run<true>" },
      { 32, "app::sort::Sorter::run" },
      { 21, "sort::Sorter::run" },
      { 12, "Sorter::run" },
      { 10, "run" },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_freed_equal(shorten_name(name, known[i].width), known[i].text);
   assert_freed_equal(shorten_name("a_very_long_plain_name", 10),
                      "a_ve...ame");
   assert_freed_equal(shorten_name("path/to.(*T).method", 12), "(*T).method");
}

/* Every width is kept, but for names that have no shorter form. */
static void shortened_names_fit(void **state)
{
   static const char *const names[] = {
      "ns::outer::inner::function<std::pair<int, char> >(int, char) const",
      "<alloc::vec::Vec<T> as core::ops::Drop>::drop", "operator new(unsigned)",
      "path/to/package.(*Type).Method", "f(((((", "a<b<c<d", ">>>>",
   };

   (void)state;
   for (size_t i = 0; i < COUNT(names); i++)
      for (size_t width = 4; width < 80; width++) {
         char *text = shorten_name(names[i], width);

         assert_true(strlen(text) <= width);
         free(text);
      }
}

static void contexts_keep_a_caller(void **state)
{
   char callee[] = "callee(int)", caller[] = "caller(int)", top[] = "main";
   char *context[] = { callee, caller, top, NULL };

   (void)state;
   assert_freed_equal(shorten_context(context, 40), "callee < caller < main");
   assert_freed_equal(shorten_context(context, 21), "callee < caller < ...");
   context[1] = NULL;
   assert_freed_equal(shorten_context(context, 40), "callee");
}

/* Names that become equal by shortening say what distinguishes them. */
static void shortened_names_differ(void **state)
{
   static const struct { const char *name, *shown; } known[] = {
      { "std::vector<int>::push_back(int const&)", "push_back [int]" },
      { "std::vector<long>::push_back(long const&)", "push_back [long]" },
      { "void sort<Key, std::less<Key> >(Key*, Key*)", "sort [less]" },
      { "void sort<Key, std::greater<Key> >(Key*, Key*)", "sort [greater]" },
      { "main", "main" }, { "main", "main" }, { NULL, NULL },
      { "x::f<A>(int)", "x::f<A>(int)" },
      { "Some::Scope::function(int)", "Scope::function" },
      { "Some::Scope::function(int, char)", "function [char]" },
      { "Plan::tellPredecessors(int)", "tellPredecessors" },
      { "Plan::tellPredecessors(int, Worklist&)", "tellP...ssors [Work]" },
      { "Plan::tellSuccessors(int)", "Plan::tellSuccessors" },
      { "Plan::tellSuccessors(int, Worklist&)", "tellS...ssors [Work]" },
      { "a_long_name_of_a_routine_with_a_part_one_in_a_file",
        "a_long..._file [one]" },
      { "a_long_name_of_a_routine_with_a_part_two_in_a_file",
        "a_long..._file [two]" },
      { "names_0123456789_a_0123456789_a_0123456789_a_tail_end",
        "nam...end [a_0..._a]" },
      { "names_0123456789_a_0123456789_b_0123456789_a_tail_end",
        "names_0...ail_end #2" },
      { "names_0123456789_b_0123456789_b_0123456789_b_tail_end",
        "nam...end [b_0..._b]" },
   };
   const char *names[COUNT(known)];
   char **shown;

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      names[i] = known[i].name;
   shown = distinct_names(names, NULL, COUNT(known), 20);
   for (size_t i = 0; i < COUNT(known); i++)
      if (known[i].shown)
         assert_string_equal(shown[i], known[i].shown);
      else
         assert_null(shown[i]);
   memory_free_strings(shown, COUNT(known));
}

static void patterns_match(void **state)
{
   static const struct { const char *pattern, *text; bool fits; } known[] = {
      { "", "", true }, { "", "a", false }, { "*", "", true },
      { "a*", "abc", true }, { "*c", "abc", true }, { "a*c", "abcbc", true },
      { "a?c", "abc", true }, { "a?c", "ac", false }, { "*a*b*", "xaxbx", true },
      { "*a*b*", "xbxax", false }, { "abc", "ab", false }, { "a**", "a", true },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_int_equal(select_glob(known[i].pattern, known[i].text),
                       known[i].fits);
}

static void parts_are_left_out(void **state)
{
   static const struct {
      const char *wanted, *name;
      bool fits;
   } known[] = {
      { "Table::find", "raw::Table<T,A>::find", true },
      { "Table::find", "int raw::Table<T, A>::find<int>(int) const", true },
      { "Table<T,A>::find", "raw::Table<T, A>::find<int>(int)", true },
      { "Table::find<int>", "raw::Table<T, A>::find<int>(int)", true },
      { "raw::Table::find", "raw::Table<T, A>::find.constprop.0", true },
      { "raw::Table::find", "int raw::Table<T, A>::find<int>(int)", true },
      { "new", "operator new(unsigned long)", false },
      { "Vec::new", "alloc::Vec::<T>::new", true },
      { "Vec::<T>::new", "alloc::Vec::<T>::new", true },
      { "A::operator<", "b::A<int>::operator<(A<int>)", true },
      { "find", "raw::Table<T, A>::find<int>(int)", true },
      { "able::find", "raw::Table<T, A>::find", false },
      { "Table<T>::find", "raw::Table<T, A>::find", false },
      { "Table::fin", "raw::Table<T, A>::find", false },
      { "raw::find", "raw::Table<T, A>::find", false },
      { "Table", "raw::Table<T, A>::find", false },
      { "A>::find", "raw::Table<T, b::A>::find", false },
      { "find", "Table::find[abi:cxx11](int)", true },
      { "Table::find", "a::Table<T>::find[abi:cxx11]<int>(int)", true },
      { "Table::find[abi:cxx11]", "a::Table<T>::find[abi:cxx11](int)", true },
      { "fin", "find[abi:cxx11](int)", false },
      { "Insert", "main.(*Tree).Insert", true },
      { "Tree.Insert", "main.(*Tree).Insert", true },
      { "main.Tree.Insert", "main.(*Tree).Insert", true },
      { "(*Tree).Insert", "main.(*Tree[go.shape.int_0]).Insert", true },
      { "ree.Insert", "main.(*Tree).Insert", false },
      { "Tree.Inser", "main.(*Tree).Insert", false },
      { "Tree", "main.(*Tree).Insert", false },
      { "Tree.Sum", "main.Tree.Sum", true },
      { "Map", "main.Map[go.shape.int_0]", true },
      { "main.Map", "main.Map[go.shape.int_0]", true },
      { "Table.find", "int app.Table!(int).Table.find(int)", true },
      { "Table!(int).Table.find", "int app.Table!(int).Table.find(int)", true },
      { "isra", "find.isra.0", false },
      { "Square::area", "<t::Square as t::Shape>::area", true },
      { "t::Square::area", "<t::Square as t::Shape>::area", true },
      { "Shape::area", "<t::Square as t::Shape>::area", true },
      { "<Square as Shape>::area", "<t::Square as t::Shape<u8>>::area", true },
      { "<Shape as Square>::area", "<t::Square as t::Shape>::area", false },
      { "Vec::push", "<alloc::vec::Vec<T>>::push", true },
      { "Vec::push", "<alloc::vec::Vec<T> as Grows>::push", true },
      { "Square::are", "<t::Square as t::Shape>::area", false },
      { "quare::area", "<t::Square as t::Shape>::area", false },
      { "", "find", false },
   };

   (void)state;
   for (size_t i = 0; i < COUNT(known); i++)
      assert_int_equal(parts_fit(known[i].name, known[i].wanted), known[i].fits);
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(last_parts),
      cmocka_unit_test(parameters_are_stripped),
      cmocka_unit_test(haskell_is_decoded),
      cmocka_unit_test(d_and_rust_are_decoded),
      cmocka_unit_test(modules_and_units_are_decoded),
      cmocka_unit_test(ada_is_decoded_where_it_is),
      cmocka_unit_test(scopes_stay),
      cmocka_unit_test(names_are_shortened_step_by_step),
      cmocka_unit_test(shortened_names_fit),
      cmocka_unit_test(contexts_keep_a_caller),
      cmocka_unit_test(shortened_names_differ),
      cmocka_unit_test(patterns_match),
      cmocka_unit_test(parts_are_left_out),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
