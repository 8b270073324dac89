/* A parser and a search, with a bounded queue between them.  The search is linear
   in each call and quadratic in total: off the critical path with a few hundred
   items, and most of the work with ten times as many.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
enum { RING = 8 };

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int *text, items, *table, known, ring[RING], head, tail;
static long sum;
static int parse(const int *words)
{
   unsigned h = 1;
   for (int k = 0; k < 20; k++)
      for (int i = 0; i < 16; i++)
         h = h * 31 + words[i];
   return h & 0x7fffffff;
}
static int search(int key)
{
   for (int i = 0; i < known; i++)
      if (table[i] == key)
         return i;
   return -1;
}
static void put(int item)
{
   pthread_mutex_lock(&mutex);
   while (tail - head == RING)
      pthread_cond_wait(&changed, &mutex);
   ring[tail++ % RING] = item;
   pthread_cond_broadcast(&changed);
   pthread_mutex_unlock(&mutex);
}
static int get(void)
{
   pthread_mutex_lock(&mutex);
   while (tail == head)
      pthread_cond_wait(&changed, &mutex);
   int item = ring[head++ % RING];
   pthread_cond_broadcast(&changed);
   pthread_mutex_unlock(&mutex);
   return item;
}
static void *parser(void *p)
{
   for (int i = 0; i < items; i++)
      put(parse(text + 16 * i));
   return p;
}
static void *searcher(void *p)
{
   for (int i = 0; i < items; i++) {
      int key = get();
      if (search(key) < 0)
         table[known++] = key;
      else
         sum++;
   }
   return p;
}
int main(int argc, char **argv)
{
   items = argc > 1 ? atoi(argv[1]) : 300;
   text = malloc(16 * items * sizeof *text);
   table = malloc(items * sizeof *table);
   unsigned r = 7;
   for (int i = 0; i < 16 * items; i++)
      text[i] = r = r * 1103515245 + 12345;
   pthread_t a, b;
   pthread_create(&a, NULL, parser, NULL);
   pthread_create(&b, NULL, searcher, NULL);
   pthread_join(a, NULL);
   pthread_join(b, NULL);
   printf("%d %ld\n", known, sum);
   return 0;
}
