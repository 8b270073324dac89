/* Programs whose routines grow in several ways with the numbers that they read: a
   routine of each has a constant cost in each call, or inputs that stay small.

       kinds worklist|sort|table|matrix|tree|letters|ranks|recent|prefixes|pairs
             <NUMBERS

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static int *numbers, count;

static void read_numbers(void)
{
   int room = 0, number;

   while (scanf("%d", &number) == 1) {
      if (count == room) {
         room = room ? 2 * room : 64;
         numbers = realloc(numbers, room * sizeof *numbers);
      }
      numbers[count++] = number;
   }
}

/* --- the longest way to each node, with a list of what is to be told --- */

enum { TRACKS = 6, NEXT = 3 };
static int *list, head, tail;
static char *is_listed;
static long *reached;

static void push(int node)
{
   if (is_listed[node])
      return;
   is_listed[node] = 1;
   list[tail] = node;
   tail = (tail + 1) % (count + 1);
}

static int pop(void)
{
   int node = list[head];

   head = (head + 1) % (count + 1);
   is_listed[node] = 0;
   return node;
}

static int postpone(int node, long time)
{
   if (reached[node] >= time)
      return 0;
   reached[node] = time;
   return 1;
}

static void tell(int node)
{
   for (int i = NEXT; i >= 1; i--) {
      int next = node + TRACKS * i;

      if (next < count && postpone(next, reached[node] + numbers[node] % 16))
         push(next);
   }
}

static void worklist(void)
{
   list = calloc(count + 1, sizeof *list);
   is_listed = calloc(count, 1);
   reached = calloc(count, sizeof *reached);
   for (int i = 0; i < count; i++)
      reached[i] = i < TRACKS ? 0 : -1;
   for (int i = 0; i < TRACKS && i < count; i++)
      push(i);
   while (head != tail)
      tell(pop());
   printf("%ld\n", reached[count - 1]);
}

/* --- a sort --- */

static int is_less(const int *a, const int *b)
{
   return *a < *b;
}

static void merge(int *from, int middle, int n, int *to)
{
   int a = 0, b = middle;

   for (int i = 0; i < n; i++)
      to[i] = b == n || (a < middle && !is_less(&from[b], &from[a]))
              ? from[a++] : from[b++];
   memcpy(from, to, n * sizeof *from);
}

static void merge_sort(int *from, int n, int *room)
{
   if (n < 2)
      return;
   merge_sort(from, n / 2, room);
   merge_sort(from + n / 2, n - n / 2, room);
   merge(from, n / 2, n, room);
}

static void sort(void)
{
   merge_sort(numbers, count, malloc(count * sizeof *numbers));
   printf("%d\n", numbers[0]);
}

/* --- a hash table that grows --- */

typedef struct entry {
   struct entry *next;
   int number, times;
} entry;
static entry **buckets;
static int bucket_count = 16, entries;

static entry **place_of(int number)
{
   return &buckets[(number * 2654435761u >> 7) % bucket_count];
}

static entry *find(int number)
{
   entry *e = *place_of(number);

   while (e && e->number != number)
      e = e->next;
   return e;
}

static void grow_table(void)
{
   entry **old = buckets;
   int n = bucket_count;

   bucket_count *= 2;
   buckets = calloc(bucket_count, sizeof *buckets);
   for (int i = 0; i < n; i++)
      for (entry *e = old[i], *next; e; e = next) {
         entry **to = place_of(e->number);

         next = e->next;
         e->next = *to;
         *to = e;
      }
   free(old);
}

static void add(int number)
{
   entry *e = malloc(sizeof *e), **to;

   if (entries++ == bucket_count)
      grow_table();
   to = place_of(number);
   *e = (entry){ *to, number, 0 };
   *to = e;
}

static void table(void)
{
   buckets = calloc(bucket_count, sizeof *buckets);
   for (int i = 0; i < count; i++) {
      entry *e = find(numbers[i]);

      if (e)
         e->times++;
      else
         add(numbers[i]);
   }
   printf("%d\n", entries);
}

/* --- a matrix, squared --- */

static int product(const int *row, const int *column, int side)
{
   int sum = 0;

   for (int i = 0; i < side; i++)
      sum += row[i] * column[i * side];
   return sum;
}

static void matrix(void)
{
   int side = (int)sqrt(count), *to = malloc(count * sizeof *to);

   for (int i = 0; i < side; i++)
      for (int j = 0; j < side; j++)
         to[i * side + j] = product(numbers + i * side, numbers + j, side);
   printf("%d\n", to[0]);
}

/* --- a tree --- */

typedef struct node {
   struct node *below[2];
   int number;
} node;

static node **descend(node **at, int number)
{
   while (*at && (*at)->number != number)
      at = &(*at)->below[(*at)->number < number];
   return at;
}

static void tree(void)
{
   node *root = NULL, **at;

   for (int i = 0; i < count; i++) {
      at = descend(&root, numbers[i]);
      if (*at == NULL) {
         *at = calloc(1, sizeof **at);
         (*at)->number = numbers[i];
      }
   }
   printf("%d\n", root->number);
}

/* --- output letter by letter: few calls find the buffer full, and read all of it;
   and the C library reads the locale --- */

static void put_letter(int letter)
{
   fputc(letter, stdout);
}

static void letters(void)
{
   setlocale(LC_ALL, "");
   for (int i = 0; i < count; i++)
      for (int rest = numbers[i]; rest > 0; rest /= 10)
         put_letter('a' + rest % 10);
}

/* --- the square of the numbers: calls and loops that read them again and again --- */

static int less_than(int number, int n)
{
   int less = 0;

   for (int i = 0; i < n; i++)
      less += numbers[i] < number;
   return less;
}

/* Each call reads all. */
static void ranks(void)
{
   int sum = 0;

   for (int i = 0; i < count; i++)
      sum ^= less_than(numbers[i], count) + i;
   printf("%d\n", sum);
}

/* Each call reads one more: from a half of them to all. */
static void recent(void)
{
   int sum = 0;

   for (int i = 0; i < count; i++)
      sum ^= less_than(numbers[i], (count + i) / 2) + i;
   printf("%d\n", sum);
}

/* ... from none to all. */
static void prefixes(void)
{
   int sum = 0;

   for (int i = 0; i < count; i++)
      sum ^= less_than(numbers[i], i) + i;
   printf("%d\n", sum);
}

static void pairs(void)
{
   int sum = 0;

   for (int i = 0; i < count; i++)
      for (int j = 0; j < count; j++)
         sum += (numbers[i] ^ numbers[j]) & i;
   printf("%d\n", sum);
}

int main(int argc, char **argv)
{
   static const struct { const char *name; void (*run)(void); } kinds[] = {
      { "worklist", worklist }, { "sort", sort }, { "table", table },
      { "matrix", matrix }, { "tree", tree }, { "letters", letters },
      { "ranks", ranks },
      { "recent", recent }, { "prefixes", prefixes }, { "pairs", pairs },
   };

   read_numbers();
   for (size_t i = 0; argc == 2 && count > 0 && i < sizeof kinds / sizeof *kinds; i++)
      if (strcmp(argv[1], kinds[i].name) == 0)
         kinds[i].run();
   return 0;
}
