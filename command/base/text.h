/* Text and numbers as they stand in profiles and in machine-readable output:
   escaped strings, decimal numbers of up to 128 bits, exact quotients.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_TEXT_H
#define APROF_TEXT_H

#include <stdio.h>

#include "engine/profile/profile.h"

#define TEXT_SUM_MAX (~(prof_sum)0)
/* Room for any number below, with its end. */
#define TEXT_NUMBER 64

/* Writes a string escaped as in docs/file-format.md. */
void text_put_escaped(FILE *f, const char *s);

/* Undoes the escaping in place.  NULL, or what is wrong with the string: only
   what text_put_escaped writes is accepted. */
const char *text_unescape(char *s);

/* Decimal, without sign and leading zeros, at most `max`.  NULL, or what is
   wrong with the number. */
const char *text_read_number(const char *s, prof_sum max, prof_sum *number);

/* Decimal digits with at most one point: no sign, no exponent, no name.
   False: it is no such number. */
bool text_read_decimal(const char *s, double *number);

/* `0x` and lower-case hexadecimal digits without leading zeros, 64 bits.
   NULL, or what is wrong with the number. */
const char *text_read_offset(const char *s, uint64_t *number);

/* Decimal. */
char *text_number(char buffer[TEXT_NUMBER], prof_sum number);

/* numerator/denominator, rounded to at most 6 decimals without trailing
   zeros; the integer part is exact.  The denominator is not 0. */
char *text_quotient(char buffer[TEXT_NUMBER], prof_sum numerator,
                    prof_sum denominator);

/* At most 5 characters for people: 99999, 1.23M, 4.5T, 1e45. */
char *text_short_number(char buffer[TEXT_NUMBER], prof_sum number);

/* Digits in groups of three. */
char *text_grouped_number(char buffer[TEXT_NUMBER], prof_sum number);

/* How many columns of a terminal a string takes, where each of its UTF-8
   characters takes one. */
size_t text_width(const char *s);

/* A string for people: control bytes escaped, and what is wider than `width`
   shortened in the middle by `...`.  The caller frees it. */
char *text_shorten(const char *s, size_t width);

/* A path's part after the last slash; part of the path. */
const char *text_file_name(const char *path);

/* Valid UTF-8: bytes that are not become U+FFFD.  The caller frees it. */
char *text_utf8(const char *s);

/* Do the first `length` bytes of s end so? */
bool text_ends_with(const char *s, size_t length, const char *end);

#endif
