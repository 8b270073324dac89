/* Twelve routines with different patterns of access, each on inputs of 20 sizes,
   for bench/predict.

      grow SIZE ROUNDS

   SIZE: a factor of all inputs, 1 or 10.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "grow.h"

/* --- what they work on --- */

typedef struct node {
   struct node *next, *left, *right;
   long value, padding[4];
} node;

static node *nodes;
static int *numbers, *copies, *order;
static double *matrix, *result;
static char *text;
static long size_of_all;

static void shuffle(long n)
{
   for (long i = 0; i < n; i++)
      order[i] = i;
   for (long i = n - 1; i > 0; i--) {
      long j = any(i + 1);
      int kept = order[i];

      order[i] = order[j];
      order[j] = kept;
   }
}

/* --- sequential --- */

ROUTINE long scan_numbers(const int *p, long n)
{
   long sum = 0;

   for (int again = 0; again < 8; again++)
      for (long i = 0; i < n; i++)
         sum += p[i] ^ again;
   return sum;
}

ROUTINE long count_letters(const char *p, long n)
{
   long counts[256] = { 0 };

   for (long i = 0; i < n; i++)
      counts[(unsigned char)p[i]]++;
   return counts['e'];
}

ROUTINE void insertion_sort(int *p, long n)
{
   for (long i = 1; i < n; i++) {
      int x = p[i];
      long j = i;

      for (; j > 0 && p[j - 1] > x; j--)
         p[j] = p[j - 1];
      p[j] = x;
   }
}

ROUTINE long compare_pairs(const int *p, long n)
{
   long equal = 0;

   for (long i = 0; i < n; i++)
      for (long j = 0; j < i; j++)
         equal += p[i] == p[j];
   return equal;
}

ROUTINE double multiply_vectors(const double *p, const double *q, long n)
{
   double sum = 0;

   for (long i = 0; i < n; i++)
      sum = sum * 0.5 + p[i] * q[i];
   return sum;
}

/* --- in strides --- */

ROUTINE void transpose(double *to, const double *from, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++)
         to[j * n + i] = from[i * n + j];
}

ROUTINE void multiply_matrices(double *to, const double *a, long n)
{
   for (long i = 0; i < n; i++)
      for (long j = 0; j < n; j++) {
         double sum = 0;

         for (long k = 0; k < n; k++)
            sum += a[i * n + k] * a[k * n + j];
         to[i * n + j] = sum;
      }
}

/* --- random --- */

ROUTINE long walk_list(const node *p)
{
   long sum = 0;

   for (; p; p = p->next)
      sum += p->value;
   return sum;
}

ROUTINE long gather(const int *from, const int *places, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sum += from[places[i]];
   return sum;
}

ROUTINE void scatter(int *to, const int *places, long n)
{
   for (long i = 0; i < n; i++)
      to[places[i]] = i;
}

ROUTINE long walk_tree(const node *p)
{
   const node *stack[64];
   long sum = 0;
   int depth = 0;

   while (p || depth > 0) {
      if (p) {
         stack[depth++] = p;
         p = p->left;
         continue;
      }
      p = stack[--depth];
      sum += p->value;
      p = p->right;
   }
   return sum;
}

ROUTINE void heap_sort(int *p, long n)
{
   for (long start = n / 2, end = n; end > 1; ) {
      long root, child;
      int x;

      if (start > 0) {
         start--;
      } else {
         end--;
         x = p[end];
         p[end] = p[0];
         p[0] = x;
      }
      for (root = start; (child = 2 * root + 1) < end; root = child) {
         if (child + 1 < end && p[child] < p[child + 1])
            child++;
         if (p[root] >= p[child])
            break;
         x = p[root];
         p[root] = p[child];
         p[child] = x;
      }
   }
}

/* --- inputs --- */

static node *make_list(long n)
{
   shuffle(n);
   for (long i = 0; i < n; i++) {
      nodes[order[i]].value = i;
      nodes[order[i]].next = i + 1 < n ? &nodes[order[i + 1]] : NULL;
   }
   return &nodes[order[0]];
}

/* A balanced tree of the nodes in random order. */
static node *make_tree(long low, long high)
{
   long middle = (low + high) / 2;
   node *p;

   if (low >= high)
      return NULL;
   p = &nodes[order[middle]];
   p->value = middle;
   p->left = make_tree(low, middle);
   p->right = make_tree(middle + 1, high);
   return p;
}

static void fill(long n)
{
   for (long i = 0; i < n; i++)
      numbers[i] = any(1 << 30);
}

int main(int argc, char **argv)
{
   const long factor = argc > 1 ? atol(argv[1]) : 1;
   const long rounds = argc > 2 ? atol(argv[2]) : 1;
   long sum = 0;
   double real = 0;

   size_of_all = 40000 * factor;
   nodes = calloc(size_of_all, sizeof *nodes);
   numbers = calloc(size_of_all, sizeof *numbers);
   copies = calloc(size_of_all, sizeof *copies);
   order = calloc(size_of_all, sizeof *order);
   matrix = calloc(size_of_all, sizeof *matrix);
   result = calloc(size_of_all, sizeof *result);
   text = calloc(size_of_all, 1);
   if (!nodes || !numbers || !copies || !order || !matrix || !result || !text)
      return 1;
   for (long i = 0; i < size_of_all; i++) {
      matrix[i] = any(100);
      text[i] = 'a' + any(26);
   }
   for (long round = 0; round < rounds; round++)
      for (long step = 1; step <= 20; step++) {
         const long n = step * factor * 1000, few = step * factor * 10;
         const long side = factor == 1 ? 3 * step : 19 * step / 2;
         node *list = make_list(n);

         fill(n);
         sum += scan_numbers(numbers, n) + walk_list(list);
         sum += count_letters(text, n) + gather(numbers, order, n);
         scatter(copies, order, n);
         real += multiply_vectors(matrix, matrix + n / 2, n / 2);
         sum += walk_tree(make_tree(0, n));
         memcpy(copies, numbers, n * sizeof *copies);
         heap_sort(copies, n);
         sum += compare_pairs(numbers, few);
         insertion_sort(numbers, few);
         transpose(result, matrix, side);
         multiply_matrices(result, matrix, side);
      }
   printf("%ld %g\n", sum, real);
   return 0;
}
