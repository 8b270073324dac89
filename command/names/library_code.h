/* Code of libraries that the compiler has put into a program, such as templates
   of C++'s standard library, and generic code of Rust's.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_NAMES_LIBRARY_CODE_H
#define APROF_NAMES_LIBRARY_CODE_H

#include "profile/model.h"

/* Return whether the source of a routine is a library's: its file lies where
   libraries have theirs, or, if no file is known, its name is one of the
   standard library's. */
bool library_code_is(const model_routine *r);

#endif
