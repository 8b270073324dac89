/* Names of Haskell routines: see base/haskell.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "base/haskell.h"
#include "base/memory.h"

#include <ctype.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

/* The characters behind z and Z, and what they stand for. */
static const char *const lower[] = {
   "a&", "b|", "c^", "d$", "e=", "g>", "h#", "i.", "l<", "m-", "n!", "p+",
   "q'", "r\\", "s/", "t*", "u_", "v%", "zz",
};
static const char *const upper[] = {
   "C:", "L(", "M[", "N]", "R)", "ZZ",
};

typedef struct {
   const char *at, *end;
   char *to;
} decoder;

static bool put_table(decoder *d, const char *const *table, size_t count)
{
   for (size_t i = 0; i < count; i++)
      if (table[i][0] == *d->at) {
         *d->to++ = table[i][1];
         d->at++;
         return true;
      }
   return false;
}

/* Z<n>T and Z<n>H: the constructor of tuples of n elements. */
static bool put_tuple(decoder *d)
{
   enum { MOST = 62 };
   unsigned long n = 0;
   const char *p = d->at;

   while (p < d->end && isdigit((unsigned char)*p) && n <= MOST)
      n = 10 * n + (unsigned long)(*p++ - '0');
   if (p == d->at || p >= d->end || n > MOST || (*p != 'T' && *p != 'H'))
      return false;
   *d->to++ = '(';
   if (*p == 'H')
      *d->to++ = '#';
   for (unsigned long i = 1; i < n; i++)
      *d->to++ = ',';
   if (*p == 'H')
      *d->to++ = '#';
   *d->to++ = ')';
   d->at = p + 1;
   return true;
}

/* z<hexadecimal>U: a character.  The number begins with a digit. */
static bool put_character(decoder *d)
{
   char *past;
   unsigned long c = strtoul(d->at, &past, 16);

   if (!isdigit((unsigned char)*d->at) || past >= d->end || *past != 'U'
       || c == 0 || c > 0x10ffff || (c >= 0xd800 && c < 0xe000) || c < ' ')
      return false;
   if (c < 0x80)
      *d->to++ = (char)c;
   else if (c < 0x800) {
      *d->to++ = (char)(0xc0 | c >> 6);
      *d->to++ = (char)(0x80 | (c & 0x3f));
   } else if (c < 0x10000) {
      *d->to++ = (char)(0xe0 | c >> 12);
      *d->to++ = (char)(0x80 | (c >> 6 & 0x3f));
      *d->to++ = (char)(0x80 | (c & 0x3f));
   } else {
      *d->to++ = (char)(0xf0 | c >> 18);
      *d->to++ = (char)(0x80 | (c >> 12 & 0x3f));
      *d->to++ = (char)(0x80 | (c >> 6 & 0x3f));
      *d->to++ = (char)(0x80 | (c & 0x3f));
   }
   d->at = past + 1;
   return true;
}

static bool put_code(decoder *d, char first)
{
   enum { LOWER = sizeof lower / sizeof *lower,
          UPPER = sizeof upper / sizeof *upper };

   if (d->at >= d->end)
      return false;
   if (first == 'z')
      return put_table(d, lower, LOWER) || put_character(d);
   return put_table(d, upper, UPPER) || put_tuple(d);
}

/* Decode the part from d->at to d->end. */
static bool put_part(decoder *d)
{
   if (d->at == d->end)
      return false;
   while (d->at < d->end) {
      char c = *d->at++;

      if (c == 'z' || c == 'Z') {
         if (!put_code(d, c))
            return false;
      } else if (isalnum((unsigned char)c))
         *d->to++ = c;
      else
         return false;
   }
   return true;
}

/* Return the suffix, or NULL: there is none that GHC has. */
static const char *suffix_of(const char *symbol)
{
   static const char *const known[] = {
      "_con_info", "_info", "_entry", "_slow", "_fast", "_closure",
   };
   size_t length = strlen(symbol);

   for (size_t i = 0; i < sizeof known / sizeof *known; i++) {
      size_t n = strlen(known[i]);
      if (length > n && strcmp(symbol + length - n, known[i]) == 0)
         return symbol + length - n;
   }
   return NULL;
}

/* Routines of other languages may have such names, too.  A module of Haskell
   is Main, or its name has a dot. */
static bool is_module(const char *at, const char *end)
{
   if (end - at == 4 && memcmp(at, "Main", 4) == 0)
      return true;
   for (const char *p = at; p + 2 < end; p++)
      if (memcmp(p, "zi", 2) == 0)
         return isupper((unsigned char)*at);
   return false;
}

char *haskell_decoded(const char *symbol)
{
   const char *suffix = suffix_of(symbol), *part[4] = { symbol };
   decoder d;
   char *text;
   size_t n = 1;

   if (suffix == NULL)
      return NULL;
   for (const char *p = symbol; p < suffix; p++)
      if (*p == '_') {
         if (n == 3)
            return NULL;
         part[n++] = p + 1;
      }
   part[n] = suffix + 1;
   if (n < 2 || !is_module(part[n - 2], part[n - 1] - 1))
      return NULL;
   /* Four bytes, Z62H, become 65 at most. */
   text = memory_new(strlen(symbol), 17);
   d = (decoder){ .to = text };
   for (size_t i = 0; i < n; i++) {
      d.at = part[i];
      d.end = part[i + 1] - 1;
      if (!put_part(&d)) {
         free(text);
         return NULL;
      }
      if (i + 1 < n)
         *d.to++ = i + 2 < n ? ':' : '.';
   }
   strcpy(d.to, strcmp(suffix, "_info") == 0 ? "" : suffix);
   return text;
}
