/* Demangled names without what surrounds the name.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef BASE_PLAIN_NAME_H
#define BASE_PLAIN_NAME_H

#include <stdbool.h>
#include <stddef.h>

/* Write a name without its type, its parameters and its qualifiers to `plain`,
   which has room for as many bytes as `name` with its NUL.  With `arguments`
   the arguments of templates are kept, Go's receivers `(*T)` as they are, and
   compilers' tags.  ` [clone .x]` at the end is cut. */
void plain_name_get(char *plain, const char *name, bool arguments);

/* Write the name of a method of Rust as one of its type, or of its trait:
   `<a::Square as b::Shape>::area` as `a::Square::area`, or `b::Shape::area`.
   `to` has room for as many bytes as `name`.  Return whether it is such a
   method. */
bool plain_name_of_type(char *to, const char *name);
bool plain_name_of_trait(char *to, const char *name);

/* Cut compilers' tags, `[abi:cxx11]`, out of a name.  Return whether there was
   one. */
bool plain_name_cut_tags(char *name);

/* Cut the suffixes of a compiler's clone, such as `.constprop.0`, off a name.
   Return whether there was one. */
bool plain_name_cut_clone(char *name);

/* Does a pattern hold a bracket, so that it is compared with whole names and
   with names with their template arguments? */
bool plain_name_holds_bracket(const char *pattern);

#endif
