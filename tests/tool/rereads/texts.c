/* Texts that are scanned again and again, from their start or at each character,
   and texts that are scanned once.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "cases.h"

/* The end of a text is searched at each append. */
NOINLINE static char *end_of(char *text)
{
   while (*text)
      text++;
   return text;
}

NOINLINE static void append_all(long n)
{
   char *text = calloc(1, 7 * n + 8);

   for (long i = 0; i < n; i++)
      memcpy(end_of(text), "item, ", 7);
   sink += text[0];
}

/* A token is scanned from its start at each buffer. */
NOINLINE static long scan_token(const char *text, long from, long have)
{
   while (from < have && text[from] == 0)
      from++;
   return from;
}

NOINLINE static void parse_stream(long n)
{
   char *text = malloc(n * 256);
   FILE *zero = fopen("/dev/zero", "r");
   long have = 0;

   setvbuf(zero, NULL, _IONBF, 0);
   for (long i = 0; i < n; i++) {
      have += fread(text + have, 1, 256, zero);
      sink += scan_token(text, 0, have);
   }
}

/* The length of the rest is computed at each number. */
NOINLINE static long rest_length(const char *text)
{
   return strlen(text);
}

NOINLINE static void parse_numbers(const char *text)
{
   while (rest_length(text) > 0) {
      sink += atoi(text);
      text += 4;
   }
}

static void numbers(long n)
{
   char *text = malloc(4 * n + 1);

   for (long i = 0; i < n; i++)
      memcpy(text + 4 * i, "123,", 4);
   text[4 * n] = 0;
   parse_numbers(text);
}

/* sscanf computes the length of the rest. */
NOINLINE static void parse_list(const char *text)
{
   int value, used;

   while (sscanf(text, "%d%n", &value, &used) == 1) {
      sink += value;
      text += used + 1;
   }
}

static void list(long n)
{
   char *text = malloc(4 * n + 1);

   for (long i = 0; i < n; i++)
      memcpy(text + 4 * i, "123,", 4);
   text[4 * n - 1] = 0;
   parse_list(text);
}

/* The length of a text is computed at each character. */
NOINLINE static long length(const char *text)
{
   long n = 0;

   while (text[n])
      n++;
   return n;
}

NOINLINE static void shout(char *text)
{
   for (long i = 0; i < length(text); i++)
      if (text[i] >= 'a' && text[i] <= 'z')
         text[i] -= 32;
}

static void text(long n)
{
   char *s = malloc(n + 1);

   memset(s, 'a', n);
   s[n] = 0;
   shout(s);
}

/* The rest of a text is searched at each character, and the loop writes more
   cells meanwhile than a search reads. */
NOINLINE static long find_close(const char *text, long from, long n)
{
   while (from < n && text[from] != ']')
      from++;
   return from;
}

NOINLINE static void write_tag(volatile char *to, char character)
{
   for (int i = 0; i < 32; i++)
      to[i] = character;
}

NOINLINE static void convert(const char *text, long n)
{
   char tag[32];

   for (long i = 0; i < n; i++)
      if (find_close(text, i, n) == n)
         write_tag(tag, text[i]);
}

static void brackets(long n)
{
   char *text = malloc(n);

   memset(text, '[', n);
   convert(text, n);
}

/* A token that does not end: with each block that is read, what there is of it
   moves to a new buffer, and is scanned from its start. */
NOINLINE static long scan_so_far(const char *token, size_t length)
{
   long state = 0;

   for (size_t i = 0; i < length; i++)
      state = token[i] == 1 ? 0 : state + 1;
   return state;
}

NOINLINE static void refill(long n)
{
   const size_t block = 2048;
   char *token = NULL;

   for (long i = 0; i < n; i++) {
      char *longer = malloc((i + 1) * block);

      if (token)
         memcpy(longer, token, i * block);
      free(token);
      token = longer;
      fill(token + i * block, block);
      sink += scan_so_far(token, (i + 1) * block);
   }
}

/* Where do the blanks end, and does the text end there?  Asked at each of many
   blanks, with much work for each character. */
NOINLINE static int at_end(const char *p, const char *end)
{
   int steps = 0;

   for (int i = 0; i < 16; i++)
      steps += sink == i;
   return p == end && steps >= 0;
}

NOINLINE static int match_blanks(const char *p, const char *end)
{
   const char *q = p;

   while (q < end && *q == '\0')
      q++;
   for (; q > p; q--)
      if (at_end(q, end))
         return 1;
   return 0;
}

NOINLINE static void trim(long n)
{
   char *text = malloc(n + 1);

   fill(text, n);
   text[n] = 'x';
   for (long i = 0; i < n; i++)
      sink += match_blanks(text + i, text + n + 1);
}

/* A parser reads chunk after chunk. */
NOINLINE static long parse_chunk(const char *chunk, long bytes)
{
   long lines = 0;

   for (long i = 0; i < bytes; i++)
      lines += chunk[i] == '\n';
   return lines;
}

NOINLINE static void chunks(long n)
{
   char chunk[1024];

   for (long i = 0; i < n; i++) {
      fill(chunk, 512 + any(512));
      sink += parse_chunk(chunk, 512 + any(512));
   }
}

/* Lines that get longer in the course of a text, but hardly from one to the
   next. */
NOINLINE static void longer_lines(long n)
{
   char line[4096];

   for (long i = 0; i < n; i++) {
      const long bytes = 260 + i / 4;

      memset(line, 'a', bytes);
      sink += parse_chunk(line, bytes);
   }
}

/* Files of any size, one after the other. */
NOINLINE static void files(long n)
{
   char *content = malloc(1 << 14);

   for (long i = 0; i < n; i++) {
      long bytes = 1024 + any(1 << 13);

      fill(content, bytes);
      sink += parse_chunk(content, bytes);
   }
}

/* A number of many words gets longer by an octal digit, in place: of 21 calls
   one has a word more to read than the call before. */
NOINLINE static size_t append_digit(unsigned long *words, size_t count,
                                    unsigned long digit)
{
   for (size_t i = 0; i < count; i++) {
      const unsigned long carry = words[i] >> 61;

      words[i] = words[i] << 3 | digit;
      digit = carry;
   }
   if (digit != 0)
      words[count++] = digit;
   return count;
}

NOINLINE static void read_octal(const char *text, unsigned long *words)
{
   size_t count = 0;

   for (; *text != '\0'; text++)
      count = append_digit(words, count, *text - '0');
   sink += words[0];
}

static void octal(long n)
{
   char *digits = malloc(n + 1);
   unsigned long *words = calloc(n, sizeof *words);

   for (long i = 0; i < n; i++)
      digits[i] = '1' + any(7);
   digits[n] = '\0';
   read_octal(digits, words);
   free(words);
   free(digits);
}

/* The rest of a text is copied for each word, and for the blank before it, which
   is one routine on two ways. */
NOINLINE static char *copy_rest(char *rest, size_t from)
{
   char *copy = strdup(rest + from);

   free(rest);
   return copy;
}

NOINLINE static char *drop_blank(char *rest)
{
   return *rest == ' ' ? copy_rest(rest, 1) : rest;
}

static int has_commas;

NOINLINE static char *drop_word(char *rest)
{
   rest = drop_blank(rest);
   rest = copy_rest(rest, strcspn(rest, " ,"));
   return has_commas && *rest == ',' ? copy_rest(rest, 1) : rest;
}

static void drop_words(long n)
{
   char *rest = malloc(4 * n + 1);

   for (long i = 0; i < n; i++)
      memcpy(rest + 4 * i, has_commas ? " it," : " two", 5);
   while (*rest)
      rest = drop_word(rest);
   free(rest);
}

static void drop_fields(long n)
{
   has_commas = 1;
   drop_words(n);
}

/* All ways to cut a text in pieces, as a regular expression tries them that has a
   repetition in a repetition. */
NOINLINE static long match_pieces(const char *text, int length)
{
   long found = 0;

   for (unsigned long cuts = 0; cuts < 1UL << (length - 1); cuts++)
      for (int i = 0; i < length && text[i] == 0; i++)
         found += cuts >> i & 1;
   return found;
}

static void match_lines(long n)
{
   char text[64];

   for (int length = 4; length <= n; length++) {
      fill(text, length);
      sink += match_pieces(text, length);
   }
}

/* Each character of a line with each other one. */
NOINLINE static long match_others(const char *text, int length)
{
   long found = 0;

   for (int i = 0; i < length; i++)
      for (int k = 0; k < i; k++)
         found += text[k] == (text[i] ^ (k & 1));
   return found;
}

static void match_characters(long n)
{
   char text[1000];

   for (int i = 0; i < n; i++) {
      fill(text, sizeof text / 2);
      sink += match_others(text, sizeof text / 2);
   }
}

const loop_case texts_cases[] = {
   { "drop_fields", drop_fields, 3000 },
   { "drop_words", drop_words, 3000 },
   { "match_lines", match_lines, 18 },
   { "match_characters", match_characters, 40 },
   { "append_all", append_all, 600 },
   { "parse_stream", parse_stream, 100 },
   { "parse_numbers", numbers, 2000 },
   { "parse_list", list, 1500 },
   { "convert", brackets, 2000 },
   { "refill", refill, 120 },
   { "trim", trim, 1500 },
   { "shout", text, 1000 },
   { "chunks", chunks, 300 },
   { "files", files, 100 },
   { "longer_lines", longer_lines, 6000 },
   { "octal", octal, 6000 },
   { 0 },
};
