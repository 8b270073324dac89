/* How much longer a routine may take when its data leave the caches.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "assess/caches.h"
#include "base/memory.h"
#include "base/message.h"

#include <math.h>
#include <stdlib.h>

#define LINE 64
#define DATA_WAYS 8
#define LAST_WAYS 16
/* Of another machine's caches that are larger by less than this, the counts say
   nearly the same. */
#define NEARLY 2

/* Reads in order miss once in a line: this part of the executions at most, with
   words of 16 bytes.  The simulated prefetcher finds most of the lines; it
   begins again in each page, and is confused by several orders at once. */
#define IN_ORDER_RATE 0.25
#define IN_ORDER_LEFT 0.5
#define SMALLEST_WORD (1.0 / LINE)
#define RATE_LOW 0.97
#define RATE_HIGH 1.06

/* Return the largest size that a simulated cache can have, not above `bytes`:
   its number of sets is a power of two. */
static unsigned cache_size(double bytes, unsigned ways)
{
   unsigned size = ways * LINE;

   while (2.0 * size <= bytes)
      size *= 2;
   return size;
}

char *caches_options(unsigned long scale)
{
   return memory_format("--tool=callgrind --dump-instr=yes --cache-sim=yes "
                        "--simulate-hwpref=yes --D1=%u,%d,%d --LL=%u,%d,%d",
                        cache_size(CACHES_DATA / scale, DATA_WAYS), DATA_WAYS,
                        LINE, cache_size(CACHES_LAST / scale, LAST_WAYS),
                        LAST_WAYS, LINE);
}

bool caches_fit(const counts *c, const char *name, unsigned long scale)
{
   const double data = fmax(CACHES_DATA / scale, DATA_WAYS * LINE);
   const double last = fmax(CACHES_LAST / scale, LAST_WAYS * LINE);
   char *options;

   if (c->has_caches && c->data_cache <= NEARLY * data &&
       c->last_cache <= NEARLY * last)
      return true;
   options = caches_options(scale);
   message_error("%s: the caches of this file are not simulated for inputs %lu "
                 "times as large: valgrind %s", name, scale, options);
   free(options);
   return false;
}

/* Return whether an instruction reads or writes words in their order: a
   processor loads the next lines before they are asked for. */
static bool is_in_order(const instruction_counts *i)
{
   const double misses = (double)i->data_misses;

   /* Just once in a line, by words of 16, 8, 4, 2 bytes or one. */
   for (double part = IN_ORDER_RATE; part >= SMALLEST_WORD; part /= 2) {
      const double rate = misses / (part * (double)i->executions);

      if (rate >= RATE_LOW && rate <= RATE_HIGH)
         return true;
   }
   return misses <= IN_ORDER_RATE * (double)i->executions &&
          (double)i->memory_misses <= IN_ORDER_LEFT * misses;
}

double caches_added(const counts *c, uint64_t first, uint64_t past,
                    const ladder *memory, double scale, double far)
{
   const double last = c->last_cache * scale;
   const double near_ns = ladder_at(memory, last);
   const double far_ns = ladder_at(memory, fmax(far, last));
   double sum = 0;
   bool executed = false;

   for (size_t k = counts_from(c, first);
        k < c->count && c->list[k].address < past; k++) {
      const instruction_counts *i = &c->list[k];

      executed = true;
      if (!is_in_order(i))
         sum += (double)(i->data_misses - i->memory_misses) * near_ns +
                (double)i->memory_misses * far_ns;
   }
   return executed ? sum : -1;
}
