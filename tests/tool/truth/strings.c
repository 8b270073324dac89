/* Strings.  Four characters are a cell; strings here begin and end with cells,
   the NUL included.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "truth.h"

/* n cells, 4 n steps. */
ROUTINE long string_length(const char *s)
{
   const char *end = s;

   while (*end)
      end++;
   return end - s;
}

/* The same; the cells that it writes are no input. */
ROUTINE void string_copy(char *to, const char *from)
{
   while ((*to++ = *from++))
      ;
}

/* Reads the string to find its end: linear in its length. */
ROUTINE void append(char *to, const char *piece)
{
   while (*to)
      to++;
   string_copy(to, piece);
}

/* The quadratic bug.  Its input is the n pieces, a cell each: the cells that
   it reads again and again to find the end it has written itself. n^2/2 times
   3. */
ROUTINE void append_all(char *to, char (*pieces)[4], int n)
{
   *to = 0;
   for (int i = 0; i < n; i++)
      append(to, pieces[i]);
}

/* The same without the bug: the end is known. */
ROUTINE void append_all_at_end(char *to, char (*pieces)[4], int n)
{
   for (int i = 0; i < n; i++)
      for (const char *p = pieces[i]; (*to = *p); p++)
         to++;
}

/* At each place it compares as much of the pattern as fits. */
ROUTINE long naive_search(const char *text, long n, const char *pattern, long m)
{
   for (long i = 0; i + m <= n; i++) {
      long j = 0;
      while (j < m && text[i + j] == pattern[j])
         j++;
      if (j == m)
         return i;
   }
   return -1;
}

/* a^n for a^(n/2) b: (n/2)^2 steps. */
ROUTINE long naive_search_worst(const char *text, long n, const char *pattern,
                                long m)
{
   return naive_search(text, n, pattern, m);
}

/* A first letter that is rare: n steps. */
ROUTINE long naive_search_random(const char *text, long n, const char *pattern,
                                 long m)
{
   return naive_search(text, n, pattern, m);
}

/* Never goes back in the text: n + m, on the same a^n. */
ROUTINE long kmp_search(const char *text, long n, const char *pattern, long m)
{
   int border[m + 1];
   long k = 0;

   border[0] = border[1] = 0;
   for (long i = 1; i < m; i++) {
      while (k > 0 && pattern[i] != pattern[k])
         k = border[k];
      k += pattern[i] == pattern[k];
      border[i + 1] = k;
   }
   k = 0;
   for (long i = 0; i < n; i++) {
      while (k > 0 && text[i] != pattern[k])
         k = border[k];
      k += text[i] == pattern[k];
      if (k == m)
         return i - m + 1;
   }
   return -1;
}

/* Two strings of n cells each, a table of 4 n by 4 n, of which one row is
   kept. */
ROUTINE int levenshtein(const char *a, const char *b, int length)
{
   int row[length + 1];

   for (int j = 0; j <= length; j++)
      row[j] = j;
   for (int i = 0; i < length; i++) {
      int diagonal = row[0];
      row[0] = i + 1;
      for (int j = 0; j < length; j++) {
         int best = diagonal + (a[i] != b[j]);
         diagonal = row[j + 1];
         if (best > row[j] + 1)
            best = row[j] + 1;
         if (best > diagonal + 1)
            best = diagonal + 1;
         row[j + 1] = best;
      }
   }
   return row[length];
}

/* From each of 4 n centres outwards: (4 n)^2/4 if all letters are equal. */
ROUTINE long longest_palindrome(const char *s, long length)
{
   long best = 0;

   for (long i = 0; i < length; i++) {
      long reach = 0;
      while (i - reach > 0 && i + reach + 1 < length &&
             s[i - reach - 1] == s[i + reach + 1])
         reach++;
      if (reach > best)
         best = reach;
   }
   return best;
}

/* Two ends that meet: all cells, a step for each two characters. */
ROUTINE int is_palindrome(const char *s, long length)
{
   for (long i = 0, j = length - 1; i < j; i++, j--)
      if (s[i] != s[j])
         return 0;
   return 1;
}

/* n cells, 4 n steps, some with a branch more. */
ROUTINE int count_words(const char *s)
{
   int words = 0, inside = 0;

   for (; *s; s++) {
      if (*s != ' ' && !inside)
         words++;
      inside = *s != ' ';
   }
   return words;
}

/* A sum of products of digits and sums in parentheses, by recursive descent:
   some steps for each character.  The caller keeps the position, in a pointer:
   two more cells. */
static const char *at;

static int sum(void);

static int factor(void)
{
   int value;

   if (*at != '(')
      return *at++ - '0';
   at++;
   value = sum();
   at++;
   return value;
}

static int product(void)
{
   int value = factor();

   while (*at == '*') {
      at++;
      value *= factor();
   }
   return value;
}

static int sum(void)
{
   int value = product();

   while (*at == '+') {
      at++;
      value += product();
   }
   return value;
}

ROUTINE int parse_sum(void) { return sum(); }

#define MOST 1100

static char text[4 * MOST + 4] __attribute__((aligned(16)));
static char other[4 * MOST + 4] __attribute__((aligned(16)));

/* `cells` cells of random letters, the last byte NUL. */
static void random_text(char *s, int cells, const char *alphabet)
{
   for (int i = 0; i < 4 * cells - 1; i++)
      s[i] = alphabet[random_below(strlen(alphabet))];
   s[4 * cells - 1] = 0;
}

static void repeated(char *s, int cells, char letter)
{
   memset(s, letter, 4 * cells - 1);
   s[4 * cells - 1] = 0;
}

int main(void)
{
   static char pieces[MOST][4];
   const char *letters = "abcdefghijklmnopqrstuvwxyz";

   EACH_SIZE(n, 16, 1100) {
      random_text(text, n, letters);
      string_length(text);
      string_copy(other, text);
      naive_search_random(text, 4 * n - 1, "Zebra   ", 8);
      random_text(text, n, "abcde fghi jkl");
      count_words(text);
      repeated(text, n, 'a');
      is_palindrome(text, 4 * n - 1);
      for (int i = 0; i < 4 * n - 1; i++)
         text[i] = i % 2 ? "+*"[random_below(2)] : '0' + random_below(10);
      for (int i = 0; i + 8 < 4 * n; i += 8 + 4 * random_below(4))
         memcpy(text + i, "(1+2)*", 6);
      at = text;
      parse_sum();
   }
   for (int i = 0; i < MOST; i++)
      random_text(pieces[i], 1, letters);
   EACH_SIZE(n, 16, 700) {
      append_all(text, pieces, n);
      append_all_at_end(text, pieces, n);
   }
   EACH_SIZE(m, 8, 340) {
      repeated(text, 2 * m + 1, 'a');
      repeated(other, m + 1, 'a');
      other[4 * m - 1] = 'b';
      naive_search_worst(text, 8 * m, other, 4 * m);
      kmp_search(text, 8 * m, other, 4 * m);
   }
   EACH_SIZE(n, 8, 270) {
      random_text(text, n + 1, "abcd");
      random_text(other, n + 1, "abcd");
      levenshtein(text, other, 4 * n);
      repeated(text, n + 1, 'a');
      longest_palindrome(text, 4 * n);
   }
   return 0;
}
