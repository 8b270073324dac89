/* Test results in the XML of JUnit, which CI servers show.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_JUNIT_H
#define APROF_JUNIT_H

#include <stdio.h>

typedef enum { JUNIT_PASSED, JUNIT_FAILED, JUNIT_ERROR } junit_outcome;

typedef struct {
   const char *name;
   const char *type;                  /* of what went wrong, one word */
   const char *message;
   junit_outcome outcome;
} junit_case;

/* A whole document: one suite.  Bytes that XML cannot hold become U+FFFD. */
void junit_write(FILE *f, const char *suite, const char *class_name,
                 const junit_case *cases, size_t count);

#endif
