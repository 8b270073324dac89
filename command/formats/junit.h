/* Test results in the XML of JUnit, which CI servers show.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FORMATS_JUNIT_H
#define APROF_FORMATS_JUNIT_H

#include <stdio.h>

typedef enum { JUNIT_PASSED, JUNIT_FAILED, JUNIT_ERROR } junit_outcome;

typedef struct {
   const char *name;
   const char *type;                  /* of the failure, a word */
   const char *message;
   junit_outcome outcome;
} junit_case;

/* Write a whole document with one suite.  Bytes that XML can't hold become
   U+FFFD.  The caller checks `f` for errors. */
void junit_write(FILE *f, const char *suite, const char *class_name,
                 const junit_case *cases, size_t count);

#endif
