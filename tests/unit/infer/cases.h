/* The parts of the inference's test, and how they report a result.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef TESTS_INFER_CASES_H
#define TESTS_INFER_CASES_H

#include "infer/infer.h"

/* A line of TAP. */
void case_result(bool good, const char *format, ...)
   __attribute__((format(printf, 2, 3)));

#define CASE_TEXT 320
/* Write the verdict in a few words.  Return the buffer. */
const char *case_text(char buffer[CASE_TEXT], const verdict *v);

void test_growth(void);
void test_tricky(void);
void test_steep(void);
void test_programs(void);
void test_limits(void);

#endif
