/* Numbers as text: decimal numbers of up to 128 bits, exact quotients.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_BASE_NUMBERS_H
#define APROF_BASE_NUMBERS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/profile/prof.h"

#define NUMBERS_MAX (~(prof_sum)0)
/* Size of a buffer for any number that is formatted here, with its NUL. */
#define NUMBERS_TEXT 64

/* Read a decimal number without sign and leading zeros, at most `max`.  Return
   NULL, or a static text that says what is wrong. */
const char *numbers_read(const char *s, prof_sum max, prof_sum *number);

/* Read decimal digits with at most one point: no sign, no exponent, no `inf`
   or `nan`.  Return false for anything else. */
bool numbers_read_decimal(const char *s, double *number);

/* Read `0x` and up to 16 lower-case hexadecimal digits without leading zeros.
   Return NULL, or a static text that says what is wrong. */
const char *numbers_read_offset(const char *s, uint64_t *number);

/* Each function below writes a number into the buffer and returns it. */

/* Decimal digits. */
char *numbers_text(char buffer[NUMBERS_TEXT], prof_sum number);

/* numerator / denominator, rounded to at most 6 decimals, without trailing
   zeros; the integer part is exact.  The denominator is not 0. */
char *numbers_quotient(char buffer[NUMBERS_TEXT], prof_sum numerator,
                       prof_sum denominator);

/* At most 5 characters, for people: 99999, 1.23M, 4.5T, 1e45. */
char *numbers_short(char buffer[NUMBERS_TEXT], prof_sum number);

/* Decimal digits in groups of three: 1,234,567. */
char *numbers_grouped(char buffer[NUMBERS_TEXT], prof_sum number);

/* A factor of at least 0, for people, with three digits, below 0.01 with
   two, and without an exponent: 0.0012, 0.0123, 1.07, 829, 20,000; "<0.001".
   Below 1000 at most 6 characters. */
char *numbers_factor(char buffer[NUMBERS_TEXT], double factor);

#endif
