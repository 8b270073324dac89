/* JSON values made of what profiles hold, and their output.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "formats/json_value.h"
#include "base/message.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Integers below this number are doubles as well. */
#define EXACT_DOUBLE 0x1p53

json_t *json_value_text(const char *text)
{
   char *valid = utf8_valid(text);
   json_t *value = json_string(valid);

   free(valid);
   return value;
}

json_t *json_value_whole(prof_sum number)
{
   return number <= INT64_MAX ? json_integer((json_int_t)number)
                              : json_real((double)number);
}

json_t *json_value_difference(prof_sum minuend, prof_sum subtrahend)
{
   const bool negative = minuend < subtrahend;
   const prof_sum size = negative ? subtrahend - minuend
                                  : minuend - subtrahend;

   if (size > INT64_MAX)
      return json_real(negative ? -(double)size : (double)size);
   return json_integer(negative ? -(json_int_t)size : (json_int_t)size);
}

json_t *json_value_real(double number, int digits)
{
   char text[40];
   double rounded;

   if (!isfinite(number))
      return json_null();
   snprintf(text, sizeof text, "%.*g", digits, number);
   rounded = strtod(text, NULL);
   if (rounded == trunc(rounded) && fabs(rounded) < EXACT_DOUBLE)
      return json_integer((json_int_t)rounded);
   return json_real(rounded);
}

void json_value_append(json_t *array, json_t *value)
{
   if (json_array_append_new(array, value) != 0)
      message_fatal("out of memory");
}

void json_value_set(json_t *object, const char *key, json_t *value)
{
   if (json_object_set_new_nocheck(object, key, value) != 0)
      message_fatal("out of memory");
}

void json_value_set_text(json_t *object, const char *key, const char *text)
{
   json_value_set(object, key, json_value_text(text));
}

void json_value_set_whole(json_t *object, const char *key, prof_sum number)
{
   json_value_set(object, key, json_value_whole(number));
}

/* Failures of `f` are the caller's to find; others are lack of memory. */
static void write_with(FILE *f, json_t *value, json_dump_callback_t put,
                       int digits)
{
   if (json_dump_callback(value, put, f, JSON_COMPACT | JSON_ENCODE_ANY |
                                         JSON_REAL_PRECISION(digits)) != 0 &&
       !ferror(f))
      message_fatal("out of memory");
   json_decref(value);
}

static int put_plain(const char *text, size_t length, void *file)
{
   return fwrite(text, 1, length, file) == length ? 0 : -1;
}

/* Outside of strings JSON has none of these characters. */
static int put_script(const char *text, size_t length, void *file)
{
   for (const char *end = text + length; text < end;) {
      const char *p = text;

      while (p < end && *p != '<' && *p != '>' && *p != '&')
         p++;
      fwrite(text, 1, (size_t)(p - text), file);
      if (p < end)
         fprintf(file, "\\u%04x", (unsigned)*p++);
      text = p;
   }
   return ferror((FILE *)file) ? -1 : 0;
}

void json_value_write(FILE *f, json_t *value, int digits)
{
   write_with(f, value, put_plain, digits);
}

void json_value_write_script(FILE *f, json_t *value)
{
   write_with(f, value, put_script, JSON_VALUE_ROUNDED);
}
