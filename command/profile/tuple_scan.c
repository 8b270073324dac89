/* The fast way to read a record `t`: see profile/tuple_scan.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "profile/tuple_scan.h"

#define DIGITS 19                     /* of any number in 64 bits */

static const uint64_t powers[DIGITS + 1] = {
   1ull, 10ull, 100ull, 1000ull, 10000ull, 100000ull, 1000000ull, 10000000ull,
   100000000ull, 1000000000ull, 10000000000ull, 100000000000ull,
   1000000000000ull, 10000000000000ull, 100000000000000ull,
   1000000000000000ull, 10000000000000000ull, 100000000000000000ull,
   1000000000000000000ull, 10000000000000000000ull,
};

/* Read at most DIGITS digits.  Return the text behind them. */
static const char *scan_digits(const char *p, uint64_t *n)
{
   const char *past = p + DIGITS;
   uint64_t value = 0;

   while (p < past && (unsigned char)(*p - '0') <= 9)
      value = value * 10 + (*p++ - '0');
   *n = value;
   return p;
}

/* Read a tab and a number.  Return the text behind it; NULL: it is none. */
static const char *scan_number(const char *p, uint64_t *n)
{
   const char *first = p + 1, *past;

   if (*p != '\t')
      return NULL;
   past = scan_digits(first, n);
   if (past == first || (*first == '0' && past > first + 1))
      return NULL;
   return past;
}

static const char *scan_sum(const char *p, prof_sum *sum)
{
   uint64_t high, low;
   const char *past = scan_number(p, &high), *rest;

   if (past == NULL)
      return NULL;
   rest = scan_digits(past, &low);
   *sum = rest == past ? high : (prof_sum)high * powers[rest - past] + low;
   return rest;
}

static const char *scan_stat(const char *p, prof_stat *s)
{
   if ((p = scan_number(p, &s->min)) == NULL ||
       (p = scan_number(p, &s->max)) == NULL ||
       (p = scan_sum(p, &s->sum)) == NULL)
      return NULL;
   return scan_sum(p, &s->squares);
}

bool tuple_scan(const char *line, model_tuple *tuple)
{
   prof_tuple *t = &tuple->sums;
   prof_sum *const sums[] = { &t->outermost, &t->rms, &t->ext, &t->trms,
                              &t->external, &t->thread };
   const char *p = line + 1;

   if (*line != 't' || (p = scan_number(p, &t->size)) == NULL ||
       *p++ != '\t' || (*p != 'c' && *p != 'o'))
      return false;
   tuple->open = *p++ == 'o';
   if ((p = scan_number(p, &t->calls)) == NULL ||
       (p = scan_stat(p, &t->cost)) == NULL ||
       (p = scan_stat(p, &t->self)) == NULL)
      return false;
   for (size_t i = 0; i < sizeof sums / sizeof *sums; i++)
      if ((p = scan_sum(p, sums[i])) == NULL)
         return false;
   return *p == '\0';
}
