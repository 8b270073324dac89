/* How far a mistyped name is from another one: see text/edits.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "text/edits.h"

/* The distances of the beginnings of one text from those of the other. */
typedef size_t edits_row[EDITS_LONGEST + 1];

static size_t length_of(const char *text)
{
   size_t n = 0;

   while (n < EDITS_LONGEST && text[n] != '\0')
      n++;
   return n;
}

static size_t least_of(size_t a, size_t b)
{
   return a < b ? a : b;
}

size_t edits_between(const char *a, const char *b)
{
   /* Row i is in rows[i % 3]: an exchange asks for the row before the last. */
   edits_row rows[3];
   const size_t n = length_of(a), k = length_of(b);

   for (size_t j = 0; j <= k; j++)
      rows[0][j] = j;
   for (size_t i = 1; i <= n; i++) {
      size_t *row = rows[i % 3];
      const size_t *last = rows[(i - 1) % 3];

      row[0] = i;
      for (size_t j = 1; j <= k; j++) {
         row[j] = last[j - 1] + (a[i - 1] != b[j - 1]);
         row[j] = least_of(row[j], least_of(last[j], row[j - 1]) + 1);
         if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
            row[j] = least_of(row[j], rows[(i - 2) % 3][j - 2] + 1);
      }
   }
   return rows[n % 3][k];
}

bool edits_are_few(size_t edits, size_t n)
{
   return edits <= (n + 2) / 3 && edits < n;
}
