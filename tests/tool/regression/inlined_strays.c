/* Code of inlined calls that the compiler has moved out of them, or has merged
   with other code.

   engines: fast check
   flags: -O2 -finline

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include <stdbool.h>

#define HOST __attribute__((noipa))

/* --- read once for the call and what stands behind it --- */

struct reader {
   const char *now, *end;
   bool special;
};

static bool match(struct reader *r, const char *pattern, int length)
{
   if (r->end - r->now < length)
      return false;
   int i = length;
   while (i--)
      if (r->now[i] != pattern[i])
         return false;
   r->now += length;
   return true;
}

HOST static bool number(struct reader *r, bool sign)
{
   if (sign && r->now < r->end && *r->now == 'I')
      return false;
   while (r->now < r->end && *r->now >= '0' && *r->now <= '9')
      r->now++;
   return true;
}

/* Where a number is read, nothing is matched; but what is read then, r->now, is
   what match reads first, in the next line. */
HOST static bool token(struct reader *r, int *kind, const char **last)
{
   bool good = true;

   switch (*r->now++) {
   case '{':
      *kind = 1;
      break;
   case '}':
      *kind = 2;
      break;
   case '0' ... '9':
      *kind = 3;
      number(r, false);
      break;
   case '-':
      if (number(r, true))
         *kind = 3;
      else {
         *kind = 4;
         good = r->special && match(r, "nfinity", 7);
      }
      break;
   case '+':
      if (number(r, true))
         *kind = 3;
      else {
         *kind = 5;
         good = r->special && match(r, "nfinity", 7);
      }
      break;
   case 't':
      *kind = 6;
      good = match(r, "rue", 3);
      break;
   case 'f':
      *kind = 7;
      good = match(r, "alse", 4);
      break;
   case 'n':
      *kind = 8;
      good = match(r, "ull", 3);
      break;
   case 'I':
      if (r->special) {
         *kind = 5;
         good = match(r, "nfinity", 7);
      } else
         good = false;
      break;
   case ',':
      *kind = 9;
      break;
   default:
      good = false;
      break;
   }
   if (!good)
      *kind = 0;
   *last = r->now;
   return good;
}

/* --- two ways of a host end with the same call by a pointer --- */

struct printer {
   void (*const *put)(struct printer *p, const char *text, size_t length);
   unsigned written;
   bool loops;
};

static void put(struct printer *p, const char *text, size_t length)
{
   p->written += length;
   (void)text;
}

static void (*const puts_of[4])(struct printer *, const char *, size_t)
   = { NULL, NULL, NULL, put };

static inline void plain(struct printer *p, const char *text)
{
   p->put[3](p, text, strlen(text));
}

HOST static void entity(struct printer *p, char c)
{
   if (c == '&' || c == '<')
      p->written += 3;
}

static void quoted(struct printer *p, const char *text, bool is_short)
{
   const char *q = text;

   if (p->loops) {
      while (*q != '\0') {
         if (*q == '&' || *q == '<' || *q == '"') {
            while (text < q) {
               put(p, text, 1);
               text++;
            }
            for (int i = 0; i < 5; i++)
               if ("&<>\"'"[i] == *q) {
                  entity(p, *q);
                  p->put[3](p, "amp", is_short ? 3 : 4);
                  break;
               }
            ++text;
         }
         ++q;
      }
      if (text < q)
         p->put[3](p, text, (size_t)(q - text));
   } else
      plain(p, text);
}

HOST static void data_or_quoted(struct printer *p, const char *text,
                                bool is_data)
{
   p->written++;
   if (is_data) {
      plain(p, "<![CDATA[");
      plain(p, text);
      plain(p, "]]>");
   } else
      quoted(p, text, true);
}

HOST static void both_quoted(struct printer *p, const char *name,
                             const char *value)
{
   plain(p, name);
   quoted(p, value, false);
   plain(p, "\"");
}

/* --- three calls end in the same way --- */

struct set {
   int *first, *end;
};

HOST static void outside(void)
{
   abort();
}

static void cut(struct set *s, int *end)
{
   if (end < s->first || end > s->end)
      outside();
   s->end = end;
}

HOST static bool is_odd(const int *number, long at, long count)
{
   return (*number + at - at + count - count) % 2 != 0;
}

static void keep_odd(struct set *s, long from, bool one)
{
   long i = 1, count = s->end - s->first - from;
   int *last = s->first + from;

   for (int *it = last; it != s->end; ++it, ++i)
      if (is_odd(it, i, count)) {
         *last++ = *it;
         if (one)
            break;
      }
   cut(s, last);
}

static void keep_at(struct set *s, long from, long at, bool one)
{
   long i = 1, count = s->end - s->first - from;
   int *last = s->first + from;

   for (int *it = last; it != s->end; ++it, ++i)
      if (is_odd(it, i, count) && i == at) {
         *last++ = *it;
         if (one)
            break;
      }
   cut(s, last);
}

static void keep_one(struct set *s, long from, long at)
{
   int *last = s->first + from;

   if (at >= 1 && at <= s->end - last && is_odd(last, at, 1)) {
      *last = last[at - 1];
      last++;
   }
   cut(s, last);
}

HOST static void keep(struct set *s, long from, int kind, long at, bool one)
{
   if (s->end - s->first == from)
      return;
   if (kind == 0)
      keep_one(s, from, at);
   else if (kind == 1)
      keep_at(s, from, at, one);
   else
      keep_odd(s, from, one);
}

int main(void)
{
   static const char *const tokens[] = {
      "{", "true", "-12", "false", "null", "-7", "}", "5", "+1", "tru", ","
   };
   struct printer on = { puts_of, 0, true }, off = { puts_of, 0, false };
   const char *last;
   int kind, sum = 0;

   for (int i = 0; i < 11; i++) {
      struct reader r = { tokens[i], tokens[i] + strlen(tokens[i]), true };
      token(&r, &kind, &last);
      sum += kind;
   }
   for (int i = 0; i < 5; i++) {
      data_or_quoted(&on, "abc", true);
      data_or_quoted(&on, "abc", false);
      data_or_quoted(&off, "abcd", false);
      both_quoted(&on, "a", "b&c");
   }
   for (int i = 0; i < 10; i++) {
      int numbers[6] = { 1, 2, 3, 4, 5, 6 };
      struct set s = { numbers, numbers + 6 };
      keep(&s, 1, 2, 0, false);
      keep(&s, 1, 1, 1, false);
      keep(&s, 0, 0, 1, false);
   }
   return sum != 1 + 6 + 3 + 7 + 8 + 3 + 2 + 3 + 3 + 9;
}
