/* Lines of tab-separated fields: see format/line.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "format/line.h"

static const char digits[] = "0123456789abcdef";

void line_begin(line_writer *w, line_sink *sink, void *to)
{
   w->sink = sink;
   w->to = to;
   w->lines = 0;
   w->begun = false;
   w->used = 0;
}

void line_flush(line_writer *w)
{
   if (w->used > 0)
      w->sink(w->to, w->buffer, w->used);
   w->used = 0;
}

static inline void put(line_writer *w, char c)
{
   if (w->used == LINE_BUFFER)
      line_flush(w);
   w->buffer[w->used++] = c;
}

static void separate(line_writer *w)
{
   if (w->begun)
      put(w, '\t');
   w->begun = true;
}

/* The letter that stands for a byte behind a backslash, or 0. */
static char escape_letter(char c)
{
   return c == '\\' ? '\\' : c == '\t' ? 't' : c == '\n' ? 'n'
          : c == '\r' ? 'r' : '\0';
}

void line_text(line_writer *w, const char *text)
{
   separate(w);
   for (; *text != '\0'; text++) {
      unsigned char c = (unsigned char)*text;
      char letter = escape_letter(*text);

      if (letter != '\0') {
         put(w, '\\');
         put(w, letter);
      } else if (c < 0x20 || c == 0x7f) {
         put(w, '\\');
         put(w, 'x');
         put(w, digits[c >> 4]);
         put(w, digits[c & 15]);
      } else
         put(w, *text);
   }
}

void line_raw(line_writer *w, const char *fields)
{
   separate(w);
   for (; *fields != '\0'; fields++)
      put(w, *fields);
}

void line_number(line_writer *w, prof_sum number)
{
   char text[40];
   size_t i = sizeof text;
   uint64_t rest;

   separate(w);
   /* Few numbers have more than 64 bits, and dividing such numbers takes
      long. */
   for (; number >> 64 != 0; number /= 10)
      text[--i] = digits[number % 10];
   rest = (uint64_t)number;
   do {
      text[--i] = digits[rest % 10];
      rest /= 10;
   } while (rest != 0);
   while (i < sizeof text)
      put(w, text[i++]);
}

void line_offset(line_writer *w, uint64_t offset)
{
   char text[16];
   size_t i = sizeof text;

   separate(w);
   put(w, '0');
   put(w, 'x');
   do {
      text[--i] = digits[offset & 15];
      offset >>= 4;
   } while (offset != 0);
   while (i < sizeof text)
      put(w, text[i++]);
}

void line_end(line_writer *w)
{
   put(w, '\n');
   w->begun = false;
   w->lines++;
}
