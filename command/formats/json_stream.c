/* JSON written as it comes.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "formats/json_stream.h"
#include "base/numbers.h"
#include "base/utf8.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

/* What a JavaScript number holds exactly. */
#define EXACT ((prof_sum)1 << 53)

static void next_value(json_out *j)
{
   if (j->comma)
      putc(',', j->file);
   j->comma = true;
}

void json_begin(json_out *j, char bracket)
{
   next_value(j);
   putc(bracket, j->file);
   j->comma = false;
}

void json_end(json_out *j, char bracket)
{
   putc(bracket, j->file);
   j->comma = true;
}

void json_key(json_out *j, const char *key)
{
   next_value(j);
   fprintf(j->file, "\"%s\":", key);
   j->comma = false;
}

void json_text(json_out *j, const char *text)
{
   char *valid = utf8_valid(text);

   next_value(j);
   putc('"', j->file);
   for (const char *p = valid; *p; p++) {
      if ((unsigned char)*p < 0x20 || strchr("\"\\<>&\x7f", *p))
         fprintf(j->file, "\\u%04x", (unsigned)*p);
      else
         putc(*p, j->file);
   }
   putc('"', j->file);
   free(valid);
}

void json_whole(json_out *j, prof_sum number)
{
   char buffer[TEXT_NUMBER];

   if (number > EXACT) {
      json_real_number(j, number, 17);
      return;
   }
   next_value(j);
   fputs(text_number(buffer, number), j->file);
}

void json_difference(json_out *j, prof_sum minuend, prof_sum subtrahend)
{
   if (minuend >= subtrahend) {
      json_whole(j, minuend - subtrahend);
      return;
   }
   next_value(j);
   putc('-', j->file);
   j->comma = false;
   json_whole(j, subtrahend - minuend);
}

void json_real_number(json_out *j, double number, int digits)
{
   if (!isfinite(number)) {
      json_nothing(j);
      return;
   }
   next_value(j);
   fprintf(j->file, "%.*g", digits, number);
}

void json_truth(json_out *j, bool value)
{
   next_value(j);
   fputs(value ? "true" : "false", j->file);
}

void json_nothing(json_out *j)
{
   next_value(j);
   fputs("null", j->file);
}
