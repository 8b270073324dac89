/* JSON written as it comes, for pages: nothing is held in memory, and what is
   written can stand between <script> and </script>, whatever the strings hold.

   SPDX-License-Identifier: GPL-2.0-or-later */

#ifndef APROF_JSON_OUT_H
#define APROF_JSON_OUT_H

#include <stdbool.h>
#include <stdio.h>

#include "engine/profile/profile.h"

typedef struct {
   FILE *file;
   bool comma;                        /* one is due before the next value */
} json_out;

/* Arrays and objects: '[' and ']', '{' and '}'. */
void json_begin(json_out *j, char bracket);
void json_end(json_out *j, char bracket);
/* Before each value of an object; a name of ours, not escaped. */
void json_key(json_out *j, const char *key);

/* Bytes that are no UTF-8 become U+FFFD; `<` and `&` are escaped, so that no
   end of a script and no comment can begin. */
void json_text(json_out *j, const char *text);
/* Exact up to 2^53, beyond that as a real. */
void json_whole(json_out *j, prof_sum number);
/* minuend - subtrahend, likewise. */
void json_difference(json_out *j, prof_sum minuend, prof_sum subtrahend);
/* To a number of significant digits; null where it is not finite. */
void json_real_number(json_out *j, double number, int digits);
void json_truth(json_out *j, bool value);
void json_nothing(json_out *j);

#endif
