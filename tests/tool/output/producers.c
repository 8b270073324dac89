/* Routines whose cost grows with what they write, for tests/tool/output/run.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <stdlib.h>

#define NOINLINE __attribute__((noinline, noclone))

enum { MOST = 4000 };

static int from[MOST], to[MOST];

static NOINLINE void fill(int *cells, int n)
{
   for (int i = 0; i < n; i++)
      cells[i] = i ^ n;
}

static NOINLINE int sum(const int *cells, int n)
{
   int s = 0;

   for (int i = 0; i < n; i++)
      s += cells[i];
   return s;
}

static NOINLINE void copy_out(int *cells, const int *source, int n)
{
   for (int i = 0; i < n; i++)
      cells[i] = source[i];
}

/* n cells, each of them n times. */
static NOINLINE void all_pairs(int *cells, int n)
{
   for (int i = 0; i < n; i++) {
      cells[i] = 0;
      for (int k = 0; k < n; k++)
         ((volatile int *)cells)[i] += k;
   }
}

typedef struct node {
   struct node *next;
   int value[6];
} node;

static NOINLINE node *make_list(int n)
{
   node *list = NULL;

   while (n-- > 0) {
      node *more = malloc(sizeof *more);

      for (int i = 0; i < 6; i++)
         more->value[i] = n + i;
      more->next = list;
      list = more;
   }
   return list;
}

static NOINLINE void drop_list(node *list)
{
   while (list != NULL) {
      node *next = list->next;

      free(list);
      list = next;
   }
}

int main(void)
{
   int s = 0;

   for (int n = 20; n <= 400; n += 20) {
      fill(from, n);
      s += sum(from, n);
      copy_out(to, from, n);
      all_pairs(to, n);
      drop_list(make_list(n));
   }
   return s == 1;
}
