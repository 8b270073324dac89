/* Runs compared.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "samples/compare.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/paths.h"
#include "samples/read.h"

#include <stdlib.h>
#include <string.h>

typedef struct {
   const char *routine, *image;
} name;

static bool is_routine(const void *context, size_t thing, const void *key)
{
   const compared_routine *a = &((const compared *)context)->routines[thing];
   const name *b = key;

   return strcmp(a->routine, b->routine) == 0 &&
          strcmp(a->image, b->image) == 0;
}

static void add_row(compared *c, hash_index *index, size_t set,
                    const table_row *row)
{
   const name n = {
      row->routine, paths_file_name(table_file(c->read[set], row)),
   };
   const uint64_t code = hash_string(hash_string(0, n.routine), n.image);
   size_t found = hash_find(index, code, is_routine, c, &n);

   if (found == HASH_NONE) {
      c->routines = memory_grow(c->routines, c->count, &c->room,
                                sizeof *c->routines);
      found = c->count++;
      c->routines[found] = (compared_routine){
         n.routine, n.image, memory_new(c->sets, sizeof(double)),
         memory_new(c->sets, sizeof(uint64_t)),
      };
      hash_add(index, code, found);
   }
   c->routines[found].weights[set] += row->weight;
   c->routines[found].counts[set] += row->count;
}

static bool is_comparable(const compared *c, char *const *names, size_t set)
{
   const samples *first = c->read[0], *s = c->read[set];

   if (s->cell_count == 0) {
      message_error("%s: there are no samples: the run took too little "
                    "CPU time",
                    names[set]);
      return false;
   }
   if (strcmp(first->events[samples_main_event(first)].name,
              s->events[samples_main_event(s)].name) == 0)
      return true;
   message_error("%s: the event is %s, in %s it is %s: the two can't be "
                 "compared", names[set],
                 s->events[samples_main_event(s)].name, names[0],
                 first->events[samples_main_event(first)].name);
   return false;
}

bool compared_read(compared *c, char *const *names, size_t count)
{
   hash_index index = { 0 };
   bool good = true;

   *c = (compared){ .sets = count };
   c->read = memory_new(count, sizeof *c->read);
   c->tables = memory_new(count, sizeof *c->tables);
   for (size_t i = 0; good && i < count; i++) {
      c->read[i] = samples_read_times(names + i, 1);
      good = c->read[i] && is_comparable(c, names, i);
      if (!good)
         break;
      table_make(&c->tables[i], c->read[i], samples_main_event(c->read[i]),
                 TABLE_NAME);
      for (size_t row = 0; row < c->tables[i].count; row++)
         add_row(c, &index, i, &c->tables[i].rows[row]);
   }
   free(index.slots);
   if (!good)
      compared_free(c);
   return good;
}

void compared_free(compared *c)
{
   for (size_t i = 0; i < c->count; i++) {
      free(c->routines[i].weights);
      free(c->routines[i].counts);
   }
   for (size_t i = 0; i < c->sets; i++) {
      table_free(&c->tables[i]);
      samples_free(c->read[i]);
   }
   free(c->routines);
   free(c->tables);
   free(c->read);
}

const char *compared_name(const compared_routine *r)
{
   return strcmp(r->routine, TABLE_ALL) == 0 ? r->image : r->routine;
}

double compared_runs(const compared *c, size_t set)
{
   const size_t runs = c->read[set]->run_count;

   return runs ? runs : 1;
}
