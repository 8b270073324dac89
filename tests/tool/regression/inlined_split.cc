/* Routines that the compiler splits.

   engines: fast check
   flags: -O2 -finline
   needs: _ZN7printer5printEPKc.part.0
   compiler: gcc

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "regression.h"

#include <stdio.h>
#include <stdlib.h>

#ifdef __clang__
#define HOST __attribute__((noinline))
#else
#define HOST __attribute__((noipa))
#endif

struct printer {
   bool quotes;
   unsigned written;

   void print(const char *text);
};

HOST static unsigned length_of(const char *text)
{
   unsigned n = 0;

   while (text[n] != '\0')
      n++;
   return n;
}

/* The head is inlined into both callers, the loop stays in the rest. */
void printer::print(const char *text)
{
   if (quotes) {
      for (const char *p = text; *p != '\0'; p++) {
         written += *p == '"' ? 6 : 1;
         if (*p == '&' || *p == '<')
            written += length_of("amp");
      }
      written += length_of(text);
   }
}

HOST static void host_first(printer &p, const char *text)
{
   p.print(text);
   p.written++;
}

HOST static void host_second(printer &p, const char *text)
{
   p.written += 2;
   p.print(text);
}

/* The head is out of line: the compiler inlines the rest into it again. */
static void check(FILE *out, const char *s)
{
   putc('=', out);
   putc('"', out);
   if (s == NULL)
      abort();
   for (;;) {
      switch (*s) {
      case 0:
      case '#':
         putc('"', out);
         return;
      case '&':
         fputs("&amp;", out);
         break;
      case '<':
         fputs("&lt;", out);
         break;
      case '"':
         fputs("&quot;", out);
         break;
      case 9:
         fputs("&#9;", out);
         break;
      case 10:
         fputs("&#10;", out);
         break;
      case 13:
         fputs("&#13;", out);
         break;
      default:
         putc(*s, out);
         break;
      }
      s++;
   }
}

HOST static void host_third(FILE *out, const char *text)
{
   check(out, text);
}

HOST static void host_fourth(FILE *out, const char *text)
{
   check(out, text + 1);
   putc('x', out);
}

HOST static void host_fifth(FILE *out, const char *text)
{
   putc('x', out);
   check(out, text + 1);
}

int main()
{
   printer on = { true, 0 }, off = { false, 0 };
   FILE *out = fopen("/dev/null", "w");
   for (int i = 0; i < 3; i++) {
      host_first(on, "abc");
      host_first(off, "abc");
      host_second(on, "abcd");
   }
   host_third(out, "abc");
   host_fourth(out, "abc");
   host_fifth(out, "abc");
   return on.written == 3;
}
