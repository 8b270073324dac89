/* Which routines are of a library's source.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "unit.h"

#include "names/library_code.h"

typedef struct {
   const char *name, *file;
} source;

static const source of_library[] = {
   { "std::find<int*, int>(int*, int*, int const&)",
     "/usr/include/c++/12/bits/stl_algo.h" },
   { "std::find<int*, int>(int*, int*, int const&)",
     "/usr/bin/../lib/gcc/x86_64-linux-gnu/12/../../../../include/c++/12/bits/"
     "x.h" },
   { "ada__containers__vectors__insert",
     "/usr/lib/gcc/x/12/adainclude/a-convec.adb" },
   { "g_list_last", "/usr/include/glib-2.0/glib/glist.h" },
   { "void std::__sort<int*>(int*, int*) [clone .isra.0]", "" },
   { "std::vector<own::item>::_M_realloc_insert(own::item*)", "" },
   { "own::less std::for_each<int*, own::less>(int*, int*, own::less)", "" },
   { "bool __gnu_cxx::operator==<int*>(int*)", "" },
   { "sort", "/rustc/59807616/library/core/src/slice/sort.rs" },
   { "init", "library/std/src/sys/mod.rs" },
   { "own::f", "/usr/src/rustc-1.63.0/library/alloc/src/vec/mod.rs" },
   { "serde_json::de::parse",
     "/home/u/.cargo/registry/src/x/serde_json-1.0/src/de.rs" },
   { "core::slice::<impl [T]>::contains", "" },
   { "<alloc::vec::Vec<T,A> as core::clone::Clone>::clone", "" },
   { "<u64 as core::slice::cmp::SliceContains>::slice_contains", "" },
   { "<&T as core::fmt::Debug>::fmt", "" },
   { "sort.pdqsort_func", "/usr/lib/go-1.19/src/sort/zsortfunc.go" },
   { "sort.pdqsort_func", "./sort/zsortfunc.go" },
   { "internal/bytealg.Count",
     "/usr/local/go/src/internal/bytealg/count_amd64.s" },
   { "cmpbody", "/usr/lib/go-1.19/src/internal/bytealg/compare_amd64.s" },
   { "slices.Index[go.shape.struct { a/b.X }]",
     "/usr/local/go/src/slices/slices.go" },
   { "golang.org/x/text.Width", "/root/go/pkg/mod/golang.org/x/text@v1/w.go" },
   { "camlStdlib__List__mem_361", "./stdlib/list.ml" },
   { "caml_apply2", "" },
};

static const source of_program[] = {
   { "main", "" },
   { "sort.constprop.0", "sort.c" },
   { "std_find", "" },
   { "own::table::add(std::string)", "" },
   { "std::vector<int> own::numbers<int>(int)", "" },
   { "own::item::operator std::string() const", "" },
   { "main::{lambda(std::string)#1}::operator()(std::string) const", "" },
   { "std::hash<own::item>::operator()(own::item const&) const", "item.cc" },
   { "own::add(int)", "/home/u/own/include/add.h" },
   { "add", "/usr/src/own/include/add.h" },
   { "own::library::add", "/home/u/own/library/shelf/src/lib.rs" },
   { "<own::Item as core::fmt::Display>::fmt", "" },
   { "<u64 as own::Sum>::sum", "" },
   { "main.main", "./a.go" },
   { "body", "/usr/src/own/body_amd64.s" },
   { "main.(*Set).Add", "/home/u/src/main/a.go" },
   { "example.com/own/sort.Less", "/home/u/own/sort/less.go" },
   { "example.com/own/sort.Less", "example.com/own/sort/less.go" },
   { "camlA__add_81", "a.ml" },
};

static model_routine routine_of(const source *s)
{
   return (model_routine){ .name = (char *)s->name,
                           .shown = (char *)s->name,
                           .file = (char *)s->file,
                           .offset = 0x1000,
                           .line = *s->file ? 1 : MODEL_NO_LINE };
}

static void sources(void **state)
{
   (void)state;
   for (size_t i = 0; i < COUNT(of_library); i++) {
      const model_routine r = routine_of(&of_library[i]);

      if (!library_code_is(&r))
         fail_msg("%s, %s", r.name, r.file);
   }
   for (size_t i = 0; i < COUNT(of_program); i++) {
      const model_routine r = routine_of(&of_program[i]);

      if (library_code_is(&r))
         fail_msg("%s, %s", r.name, r.file);
   }
}

/* Where the first instruction of a routine is of an inlined call, there is no
   line, and the file is that call's. */
static void no_line(void **state)
{
   char file[] = "/rustc/59807616/library/core/src/iter/range.rs";
   model_routine r = { .name = (char[]){ "own::count" },
                       .file = file,
                       .offset = 0x1000,
                       .line = MODEL_NO_LINE };

   (void)state;
   r.shown = r.name;
   assert_false(library_code_is(&r));
   r.offset = 0;
   assert_true(library_code_is(&r));
}

int main(void)
{
   const struct CMUnitTest tests[] = {
      cmocka_unit_test(sources),
      cmocka_unit_test(no_line),
   };

   return cmocka_run_group_tests(tests, NULL, NULL);
}
