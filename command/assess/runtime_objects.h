/* Which routines are internals: of the system's libraries, of libraries without
   symbols, of the start of a program.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_ASSESS_RUNTIME_OBJECTS_H
#define APROF_ASSESS_RUNTIME_OBJECTS_H

#include "assess/assess.h"

/* Return whether an object belongs to the system's C or C++ runtime, to the
   dynamic linker or to Valgrind. */
bool runtime_objects_has(const char *object);

/* Return whether a routine is code that the program has generated, or loaded by
   itself.  Its row is no help to people if it has no name, so that it counts as
   internal; but it is what a script is made of, and no part of the runtime. */
bool runtime_objects_is_generated(const model *m, size_t routine);

/* Return whether a routine is of that runtime, or of a library whose code the
   compiler has put into the program, such as a template
   (names/library_code.h). */
bool runtime_objects_has_routine(const model *m, size_t routine);

/* Return whether an object is the dynamic linker. */
bool runtime_objects_is_linker(const char *object);

/* Return whether a routine is start-up code around `main`. */
bool runtime_objects_is_start(const model *m, size_t routine);

/* Return whether a routine's name is only its place in the object: code without a
   symbol. */
bool runtime_objects_is_unnamed(const model *m, size_t routine);

/* Return whether a routine is one of the C library's that read the locale and its
   messages: with all that they call, they work on no data. */
bool runtime_objects_reads_locale(const model *m, size_t routine);

/* Return the cost of the program alone: what the dynamic linker does at the
   start is not the program's work. */
double runtime_objects_program_cost(const model *m);

/* Return whether a routine is an internal; `cost` is the program's.  Start-up
   routines with work of their own are not, nor is a library without names on
   which the program spends its time. */
bool runtime_objects_is_internal(const assessment *a, double cost);

#endif
