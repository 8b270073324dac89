/* Code of libraries in a program: see names/library_code.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "names/library_code.h"
#include "base/memory.h"
#include "base/paths.h"
#include "base/text.h"
#include "names/demangled.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

static bool begins_with_any(const char *text, const char *const *starts,
                            size_t count)
{
   for (size_t i = 0; i < count; i++)
      if (text_begins(text, starts[i]))
         return true;
   return false;
}

static bool ends(const char *file, const char *end)
{
   return paths_ends_with(file, strlen(file), end);
}

/* --- C and C++ --- */

/* The headers of a program may lie in a folder `include`, too.  (A compiler
   that is no package has its library beside itself.) */
static bool is_header(const char *file)
{
   static const char *const roots[] = { "/usr/lib/", "/nix/store/" };

   return text_begins(file, "/usr/include/") ||
          text_begins(file, "/usr/local/include/") ||
          strstr(file, "/include/c++/") != NULL ||
          (begins_with_any(file, roots, sizeof roots / sizeof *roots) &&
           /* `adainclude` has Ada's generic packages. */
           strstr(file, "include/") != NULL);
}

/* Return the place after the type in front of a name: a template has the type
   that it returns, `void std::__sort<...>(...)`. */
static size_t after_type(const char *name)
{
   const size_t end = demangled_unmarked(name);
   demangled brackets;
   size_t start = 0;

   demangled_parse(&brackets, name);
   for (size_t i = 0; i < end; i = demangled_after(&brackets, i))
      if (name[i] == ' ')
         start = i + 1;
   demangled_free(&brackets);
   return start;
}

/* The name of a conversion, `x::operator bool`, is no type and a name. */
static bool is_of_cxx(const char *name)
{
   static const char *const spaces[] = { "std::", "__gnu_cxx::" };
   char *bare = demangled_bare(name);
   const char *own = strstr(bare, "operator ") ? bare : bare + after_type(bare);
   const bool is = begins_with_any(own, spaces, sizeof spaces / sizeof *spaces);

   free(bare);
   return is;
}

/* --- Rust --- */

/* Crates that are not in the program's folder lie in Cargo's. */
static bool is_crate_file(const char *file)
{
   static const char *const folders[] = {
      "/.cargo/registry/",
      "/.cargo/git/",
      "/cargo/registry/",
   };
   static const char *const crates[] = { "core/", "alloc/", "std/" };
   const char *inner = strstr(file, "/library/");
   const char *at = text_begins(file, "library/") ? file + strlen("library/")
                    : inner                       ? inner + strlen("/library/")
                                                  : file;

   if (!ends(file, ".rs"))
      return false;
   for (size_t i = 0; i < sizeof folders / sizeof *folders; i++)
      if (strstr(file, folders[i]))
         return true;
   return text_begins(file, "/rustc/") || text_begins(file, "/rust/deps/") ||
          (at > file &&
           begins_with_any(at, crates, sizeof crates / sizeof *crates));
}

/* Return whether a type or a trait is none of the program's:
   `core::fmt::Debug`, `&[T]`, `u64`. */
static bool is_of_crates(const char *type, size_t length)
{
   static const char *const crates[] = { "core::", "alloc::", "std::" };
   size_t i = 0, end;

   while (i < length && !isalpha((unsigned char)type[i]) && type[i] != '_')
      i++;
   for (end = i; end < length &&
                 (isalnum((unsigned char)type[end]) || type[end] == '_');)
      end++;
   return end + 1 >= length || type[end] != ':' || type[end + 1] != ':' ||
          begins_with_any(type + i, crates, sizeof crates / sizeof *crates);
}

/* Return whether a method is of a library's trait for a type that is none of
   the program's, `<alloc::vec::Vec<T,A> as core::clone::Clone>::clone`. */
static bool is_method_of_crates(const char *name)
{
   const char *as = strstr(name, " as ");

   return *name == '<' && as != NULL && is_of_crates(name + 1, as - name - 1) &&
          is_of_crates(as + 4, strlen(as + 4));
}

/* (`std::` is C++'s, too.) */
static bool is_of_rust(const char *name)
{
   return text_begins(name, "core::") || text_begins(name, "alloc::") ||
          is_method_of_crates(name);
}

/* --- Go --- */

/* Return the length of the path of the package in the name of a routine,
   `internal/bytealg.Count`; what a generic routine is of does not count. */
static size_t package_length(const char *name)
{
   const size_t end = strcspn(name, "[");
   size_t start = 0;

   for (size_t i = 0; i < end; i++)
      if (name[i] == '/')
         start = i + 1;
   for (size_t i = start; i < end; i++)
      if (name[i] == '.')
         return i;
   return 0;
}

/* Return whether a package of Go is one that Go has: it lies in a folder `src`,
   or in one without a name if -trimpath has left that out, and no domain is in
   front of it. */
static bool is_of_go(const char *name, const char *file)
{
   const size_t length = package_length(name);
   const size_t first = strcspn(name, "/.");
   const char *base = paths_file_name(file);
   const char *folder;

   if (!ends(file, ".go") && !ends(file, ".s"))
      return false;
   if (strstr(file, "/pkg/mod/"))
      return true;
   /* Routines of assembler that a package shares have no package in their names. */
   if (length == 0 && strstr(file, "internal/bytealg/"))
      return true;
   if (length == 0 || base < file + length + 1 || text_begins(name, "main.") ||
       (first < length && name[first] == '.'))
      return false;
   folder = base - 1 - length;
   return strncmp(folder, name, length) == 0 &&
          (folder == file || (folder == file + 2 && text_begins(file, "./")) ||
           (folder >= file + 5 && strncmp(folder - 5, "/src/", 5) == 0));
}

/* --- OCaml --- */

/* The routines of the runtime are C, and have no debug information, most often.
   */
static bool is_of_ocaml(const char *name)
{
   static const char *const starts[] = {
      "camlStdlib",
      "camlCamlinternal",
      "caml_",
   };

   return begins_with_any(name, starts, sizeof starts / sizeof *starts);
}

bool library_code_is(const model_routine *r)
{
   if (is_of_ocaml(r->name))
      return true;
   /* Of a routine without a line the first instruction is of an inlined call,
      whose file it has; one that is only inlined has no place of its own. */
   if (*r->file && (r->line != MODEL_NO_LINE || model_is_inlined(r)))
      return is_header(r->file) || is_crate_file(r->file) ||
             is_of_go(r->name, r->file);
   /* Most names of C have no scope. */
   return strstr(r->shown, "::") != NULL &&
          (is_of_rust(r->shown) || is_of_cxx(r->shown));
}
