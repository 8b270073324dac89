/* Names of which parts are left out.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_PARTS_H
#define APROF_NAMES_PARTS_H

#include <stdbool.h>

/* Return whether a name is the wanted one where its parameters and type are left out,
   and its first scopes, template arguments and tags at any place, and blanks may be:
   raw::Table<T, A>::find<int> is Table::find, and Table<T,A>::find.  Go's
   main.(*Tree).Insert is Tree.Insert, and Rust's <a::Square as b::Shape>::area is
   Square::area, Shape::area and <Square as Shape>::area. */
bool parts_fit(const char *name, const char *wanted);

#endif
