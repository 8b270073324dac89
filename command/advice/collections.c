/* A garbage collector that has much of a run's cost: see advice/collections.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "advice/collections.h"
#include "advice/interpreter.h"
#include "assess/own_code.h"
#include "base/memory.h"
#include "base/numbers.h"
#include "cli/cell.h"
#include "names/labels.h"
#include "profile/optional.h"
#include "profile/starts.h"

#include <stdlib.h>
#include <string.h>

#define ALLOCATIONS "x-sum-allocations\t3"

/* A smaller part of the cost does not matter. */
#define LEAST_PART 0.25
/* Blocks for each run, at the least: a few blocks are tables of a library, or of the
   program's start. */
#define LEAST_BLOCKS 100
/* The part of the memory, or of the collections, that a routine has at the least if
   it is named. */
#define LEAST_SHARE 0.25

/* Bytes of a block, in the mean, from which on it may be the larger the larger the
   input is: smaller ones are nodes and pairs. */
#define LARGE_BLOCK 1024
/* The sums of a record, in their order.  The last is the cost of collections. */
enum { BLOCKS, BYTES, COLLECTIONS, SUMS };

/* Return the sums of the whole file; NULL: nothing is known of its memory. */
static const prof_sum *sums_of_all(const model *m)
{
   const model_optional *o = optional_find(m, MODEL_OF_ALL, 0, ALLOCATIONS);

   return o && o->sum_count == SUMS ? o->sums : NULL;
}

static double collectors_part(const model *m)
{
   const prof_sum *all = sums_of_all(m);

   return all == NULL || m->total.cost == 0
             ? 0 : (double)all[COLLECTIONS] / (double)m->total.cost;
}

/* The routine that has most of one of the sums. */
typedef struct {
   size_t routine;
   const prof_sum *sums, *all;
} taker;

/* Return whether a routine has the part of the sum `which` that is worth a word. */
static bool takes_most(const model *m, int which, taker *found)
{
   *found = (taker){ .all = sums_of_all(m) };
   if (!found->all || found->all[which] == 0)
      return false;
   for (size_t i = 0; i < m->routine_count; i++) {
      const model_optional *o = optional_find(m, MODEL_OF_ROUTINE, i, ALLOCATIONS);

      if (o && o->sum_count == SUMS &&
          (!found->sums || o->sums[which] > found->sums[which])) {
         found->routine = i;
         found->sums = o->sums;
      }
   }
   return found->sums &&
          (double)found->sums[which] >= LEAST_SHARE * (double)found->all[which];
}

/* Runs on several inputs show whether it is so. */
#define CONDITION \
   "  If a larger input means more of these blocks, each larger, the cost grows as " \
   "the square of the input.  It may be enough to use memory again that was got " \
   "before."

/* Return a sentence on who gets the memory, or begins the collections; "": that is
   not known, or known of an interpreter alone. */
static char *taker_words(const model *m)
{
   char number[NUMBERS_TEXT], bytes[NUMBERS_TEXT], percent[CELL_PERCENT];
   char *by, *text;
   taker t;
   const bool of_bytes = takes_most(m, BYTES, &t) &&
                         t.sums[BLOCKS] >= LEAST_BLOCKS * model_starts(m);
   cell share;

   if ((!of_bytes && !takes_most(m, COLLECTIONS, &t)) ||
       interpreter_is(m->objects[m->routines[t.routine].object].name))
      return memory_string("");
   by = own_code_subject(labels_of_row(m, t.routine), m, t.routine, labels_of_model,
                         (void *)m);
   if (of_bytes) {
      const bool is_large = model_starts(m) == 1 &&
                            t.sums[BYTES] >= LARGE_BLOCK * t.sums[BLOCKS];

      share = cell_percent(t.sums[BYTES], t.all[BYTES]);
      text = memory_format(
         "  %s got %s blocks with %s bytes, %s %% of all memory that was allocated.%s",
         by, numbers_grouped(number, t.sums[BLOCKS]),
         numbers_grouped(bytes, t.sums[BYTES]), cell_short_percent(percent, &share),
         is_large ? CONDITION : "");
   } else {
      share = cell_percent(t.sums[COLLECTIONS], t.all[COLLECTIONS]);
      text = memory_format("  %s %% of that was in collections that began in %s.",
                           cell_short_percent(percent, &share), by);
   }
   free(by);
   return text;
}

char *collections_note(const model *m)
{
   char percent[CELL_PERCENT];
   char *words, *text;
   cell share;

   if (collectors_part(m) < LEAST_PART)
      return NULL;
   share = cell_percent(sums_of_all(m)[COLLECTIONS], m->total.cost);
   words = taker_words(m);
   text = memory_format("The garbage collector has %s %% of the cost.  It runs when "
                        "much memory has been allocated, or when the program calls "
                        "it, and goes through what is in use.%s",
                        cell_short_percent(percent, &share), words);
   free(words);
   return text;
}
