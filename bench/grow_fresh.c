/* Fourteen routines, others than those of grow.c and grow_more.c, each on
   inputs of 20 sizes, for bench/predict --fresh.

      grow_fresh SIZE ROUNDS

   SIZE: a factor of all inputs, 1 or 10.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "grow.h"

/* --- growing, files, strings --- */

ROUTINE unsigned grow_vector(const unsigned *p, long n)
{
   unsigned *list = NULL, last = 0;
   long room = 0;

   for (long i = 0; i < n; i++) {
      if (i == room) {
         room = room ? 2 * room : 16;
         list = realloc(list, room * sizeof *list);
         if (list == NULL)
            exit(1);
      }
      list[i] = p[i] ^ last;
      last = list[i];
   }
   free(list);
   return last;
}

/* Sum of the numbers in a file, one in a line. */
ROUTINE long read_file(FILE *f, long n)
{
   long sum = 0, number = 0;

   rewind(f);
   for (int c; n > 0 && (c = getc_unlocked(f)) != EOF; )
      if (c == '\n') {
         sum += number;
         number = 0;
         n--;
      } else {
         number = 10 * number + c - '0';
      }
   return sum;
}

ROUTINE long find_word(const char *text, long n)
{
   static const char word[] = "aabab";
   long found = 0;

   for (long i = 0; i + 5 <= n; i++) {
      int k = 0;

      while (k < 5 && text[i + k] == word[k])
         k++;
      found += k == 5;
   }
   return found;
}

ROUTINE long to_upper(char *to, const char *from, long n)
{
   long changed = 0;

   for (long i = 0; i < n; i++) {
      const char c = from[i];

      to[i] = c >= 'a' && c <= 'm' ? c - 32 : c;
      changed += to[i] != c;
   }
   return changed;
}

ROUTINE unsigned long checksum(const unsigned char *p, long n)
{
   unsigned long sum = 1469598103934665603u;

   for (long i = 0; i < n; i++)
      sum = (sum ^ p[i]) * 1099511628211u;
   return sum;
}

/* --- sums, products, tables --- */

ROUTINE void sum_up(long *sums, const unsigned *p, long n)
{
   long sum = 0;

   for (long i = 0; i < n; i++)
      sums[i] = sum += p[i];
}

ROUTINE double convolve(const double *p, const double *kernel, long n)
{
   double most = 0;

   for (long i = 0; i + 16 <= n; i++) {
      double sum = 0;

      for (int k = 0; k < 16; k++)
         sum += p[i + k] * kernel[k];
      if (sum > most)
         most = sum;
   }
   return most;
}

ROUTINE long knapsack(long *best, const unsigned *weights, long n)
{
   memset(best, 0, (n + 1) * sizeof *best);
   for (long i = 0; i < n; i++) {
      const long w = 1 + weights[i] % 64;

      for (long room = n; room >= w; room--)
         if (best[room - w] + w * 3 > best[room])
            best[room] = best[room - w] + w * 3;
   }
   return best[n];
}

ROUTINE long sieve(unsigned char *crossed, long n)
{
   long primes = 0;

   memset(crossed, 0, n);
   for (long i = 2; i < n; i++)
      if (!crossed[i]) {
         primes++;
         for (long k = i * 2; k < n; k += i)
            crossed[k] = 1;
      }
   return primes;
}

/* --- sorting --- */

ROUTINE void quick_sort(unsigned *p, long n)
{
   long low[64], high[64];
   int depth = 1;

   low[0] = 0;
   high[0] = n - 1;
   while (depth > 0) {
      const long a = low[--depth], b = high[depth];
      const unsigned pivot = p[a + (b - a) / 2];
      long i = a, j = b;

      while (i <= j) {
         while (p[i] < pivot)
            i++;
         while (p[j] > pivot)
            j--;
         if (i <= j) {
            const unsigned kept = p[i];

            p[i++] = p[j];
            p[j--] = kept;
         }
      }
      if (a < j) {
         low[depth] = a;
         high[depth++] = j;
      }
      if (i < b) {
         low[depth] = i;
         high[depth++] = b;
      }
      if (depth > 1 && high[depth - 1] - low[depth - 1] >
                       high[depth - 2] - low[depth - 2]) {
         const long l = low[depth - 1], h = high[depth - 1];

         low[depth - 1] = low[depth - 2];
         high[depth - 1] = high[depth - 2];
         low[depth - 2] = l;
         high[depth - 2] = h;
      }
   }
}

ROUTINE long selection_sort(unsigned *p, long n)
{
   for (long i = 0; i < n; i++) {
      long least = i;
      unsigned kept;

      for (long j = i + 1; j < n; j++)
         if (p[j] < p[least])
            least = j;
      kept = p[i];
      p[i] = p[least];
      p[least] = kept;
   }
   return p[n / 2];
}

/* --- pointers --- */

typedef struct item {
   struct item *next, *smaller, *larger;
   unsigned key, count;
} item;

ROUTINE long look_up(item *const *heads, unsigned mask, const unsigned *p,
                     long n)
{
   long found = 0;

   for (long i = 0; i < n; i++)
      for (const item *at = heads[p[i] * 2654435761u & mask]; at; at = at->next)
         if (at->key == p[i]) {
            found += at->count;
            break;
         }
   return found;
}

ROUTINE item *insert_all(item *items, long n)
{
   item *root = NULL;

   for (long i = 0; i < n; i++) {
      item **at = &root;

      while (*at)
         at = items[i].key < (*at)->key ? &(*at)->smaller : &(*at)->larger;
      *at = &items[i];
   }
   return root;
}

ROUTINE long join_sets(unsigned *parents, const unsigned *p, long n)
{
   long joined = 0;

   for (long i = 0; i < n; i++)
      parents[i] = i;
   for (long i = 0; i < n; i++) {
      unsigned a = i, b = p[i] % n;

      while (parents[a] != a)
         a = parents[a] = parents[parents[a]];
      while (parents[b] != b)
         b = parents[b] = parents[parents[b]];
      joined += a != b;
      parents[a] = b;
   }
   return joined;
}

static FILE *make_file(long lines)
{
   FILE *f = tmpfile();

   for (long i = 0; f && i < lines; i++)
      fprintf(f, "%u\n", any(100000));
   return f;
}

int main(int argc, char **argv)
{
   const long factor = argc > 1 ? atol(argv[1]) : 1;
   const long rounds = argc > 2 ? atol(argv[2]) : 1;
   const long most = 20000 * factor;
   unsigned *numbers = calloc(most, sizeof *numbers);
   unsigned *other = calloc(most, sizeof *other);
   double *values = calloc(most, sizeof *values);
   long *sums = calloc(most + 1, sizeof *sums), sum = 0;
   char *text = calloc(most, 1), *text_to = calloc(most, 1);
   item *items = calloc(most, sizeof *items), **heads;
   FILE *f = make_file(most);
   double real = 0;

   if (!numbers || !other || !values || !sums || !text || !text_to || !items ||
       !f)
      return 1;
   for (long i = 0; i < most; i++) {
      values[i] = any(100);
      text[i] = 'a' + any(4);
   }
   for (long round = 0; round < rounds; round++)
      for (long step = 1; step <= 20; step++) {
         const long n = step * factor * 1000, few = step * factor * 10;
         unsigned mask = 1;

         for (long i = 0; i < n; i++)
            numbers[i] = any(1u << 30);
         sum += grow_vector(numbers, n) + read_file(f, n);
         sum += find_word(text, n) + to_upper(text_to, text, n);
         sum += checksum((unsigned char *)text, n);
         sum_up(sums, numbers, n);
         real += convolve(values, values + 8, n);
         sum += sieve((unsigned char *)text_to, n);
         sum += join_sets(other, numbers, n);
         sum += knapsack(sums, numbers, few);
         while (mask < n)
            mask = 2 * mask + 1;
         heads = calloc(mask + 1ul, sizeof *heads);
         if (heads == NULL)
            return 1;
         for (long i = 0; i < n; i++) {
            item **head = &heads[numbers[i] * 2654435761u & mask];

            items[i] = (item){ *head, NULL, NULL, numbers[i], 1 };
            *head = &items[i];
         }
         memcpy(other, numbers, n * sizeof *other);
         sum += selection_sort(other, few);
         quick_sort(other, n);
         for (long i = 0; i < n; i++)
            other[i] = numbers[(i * 7919) % n];
         sum += look_up(heads, mask, other, n);
         sum += insert_all(items, n)->key;
         free(heads);
      }
   printf("%ld %g\n", sum, real);
   return 0;
}
