/* As dedup of the PARSEC benchmarks: pieces of a text are looked up in a table
   of pieces that are known, and new ones are compressed (zlib) by two threads.
   As in Coz's case study the table has too few chains: a search compares many
   pieces.  BETTER: it has more.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "queue.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zlib.h>

#ifdef BETTER
enum { CHAINS = 4 };
#else
enum { CHAINS = 1 };
#endif
enum { PIECE = 512, BATCH = 32, BATCHES = 400, WINDOW = 60 };

typedef struct piece {
   struct piece *next;
   uint32_t hash;
   unsigned char text[PIECE];
} piece;

typedef struct {
   piece *list[BATCH];
   size_t count;
} batch;

static piece *chains[CHAINS];
static queue fresh = QUEUE(1), done = QUEUE(2);
static uint32_t seed = 1;
static unsigned long packed, known;

static void make(piece *p, unsigned number)
{
   for (size_t i = 0; i < PIECE; i++) {
      if (i % 8 == 0)
         seed = seed * 1664525 + 1013904223;
      p->text[i] = "etaoinsh"[seed >> 29] + (number % 3 == 0 ? i % 3 : 0);
   }
}

static uint32_t hash(const piece *p)
{
   uint32_t h = 2166136261u;

   for (size_t i = 0; i < PIECE; i += 4)
      h = (h ^ *(const uint32_t *)(p->text + i)) * 16777619;
   return h ^ h >> 15;
}

static __attribute__((noipa)) piece *find(uint32_t wanted)
{
   piece *p = chains[wanted % CHAINS];

   while (p && p->hash != wanted)
      p = p->next;
   return p;
}

static void *split(void *unused)
{
   for (unsigned n = 0; n < BATCHES; n++) {
      batch *b = calloc(1, sizeof *b);

      /* Pieces that are far back are forgotten. */
      if (n % WINDOW == 0)
         memset(chains, 0, sizeof chains);
      for (unsigned i = 0; i < BATCH; i++) {
         piece *p = malloc(sizeof *p);
         uint32_t h;

         make(p, n * BATCH + i);
         h = hash(p);
         if (find(h)) {
            known++;
            free(p);
            continue;
         }
         p->hash = h;
         p->next = chains[h % CHAINS];
         chains[h % CHAINS] = p;
         b->list[b->count++] = p;
      }
      queue_put(&fresh, b);
   }
   queue_end(&fresh);
   return unused;
}

static void *pack(void *unused)
{
   batch *b;

   while ((b = queue_get(&fresh)) != NULL) {
      unsigned char in[BATCH * PIECE], out[BATCH * PIECE + 1024];
      uLongf size = sizeof out;

      for (size_t i = 0; i < b->count; i++)
         memcpy(in + i * PIECE, b->list[i]->text, PIECE);
      if (compress2(out, &size, in, b->count * PIECE, 1) != Z_OK)
         abort();
      b->count = size;
      queue_put(&done, b);
   }
   queue_end(&done);
   return unused;
}

static void *store(void *unused)
{
   batch *b;

   while ((b = queue_get(&done)) != NULL) {
      packed += b->count;
      free(b);
   }
   return unused;
}

int main(void)
{
   void *(*const work[])(void *) = { split, pack, pack, store };
   pthread_t threads[4];

   for (int i = 0; i < 4; i++)
      pthread_create(&threads[i], NULL, work[i], NULL);
   for (int i = 0; i < 4; i++)
      pthread_join(threads[i], NULL);
   printf("%lu bytes, %lu known\n", packed, known);
   return 0;
}
