/* JSON values made of what profiles hold, and their output: jansson with the
   rules that all verbs share.

   Every function ends the command if memory runs out.  A value that is given
   to another value, or written, belongs to that function.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_FORMATS_JSON_VALUE_H
#define APROF_FORMATS_JSON_VALUE_H

#include <jansson.h>
#include <stdio.h>

#include "engine/profile/prof.h"

/* Digits that give back every number that has been rounded to decimals, and
   digits that give back every double. */
enum { JSON_VALUE_ROUNDED = 15, JSON_VALUE_EXACT = 17 };

/* A string; bytes that are no UTF-8 become U+FFFD. */
json_t *json_value_text(const char *text);

/* A number without a fraction: an integer, or a real if the number needs more
   than 63 bits. */
json_t *json_value_whole(prof_sum number);

/* minuend - subtrahend, likewise. */
json_t *json_value_difference(prof_sum minuend, prof_sum subtrahend);

/* A number rounded to `digits` significant digits; null if it is not finite. */
json_t *json_value_real(double number, int digits);

/* Add a value at the end of an array. */
void json_value_append(json_t *array, json_t *value);

/* Set a member of an object; the key is ASCII. */
void json_value_set(json_t *object, const char *key, json_t *value);
void json_value_set_text(json_t *object, const char *key, const char *text);
void json_value_set_whole(json_t *object, const char *key, prof_sum number);

/* Write a value without blanks, reals with `digits` significant digits.  The
   caller checks `f` for errors. */
void json_value_write(FILE *f, json_t *value, int digits);

/* Write a value that can stand between <script> and </script>: `<`, `>` and `&`
   are escaped, so that neither the end of the script nor a comment can begin
   in a string. */
void json_value_write_script(FILE *f, json_t *value);

#endif
