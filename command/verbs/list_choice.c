/* Which routine is listed: see verbs/list_choice.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/list_choice.h"
#include "base/hash.h"
#include "base/languages.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "debuginfo/symbols.h"
#include "names/clones.h"
#include "names/demangled.h"
#include "names/parts.h"
#include "names/select.h"
#include "names/shorten.h"

#include <stdlib.h>
#include <string.h>

typedef bool matcher(const char *name, const char *wanted);

static bool equal(const char *name, const char *wanted)
{
   return strcmp(name, wanted) == 0;
}

static bool equal_bare(const char *name, const char *wanted)
{
   char *bare = demangled_bare(name);
   bool same = strcmp(bare, wanted) == 0;

   demangled_remove_tags(bare);
   same = same || strcmp(bare, wanted) == 0;
   free(bare);
   return same;
}

/* As a source names a method within its class. */
static bool equal_last(const char *name, const char *wanted)
{
   char *last = demangled_last(name);
   const bool same = strcmp(last, wanted) == 0;

   free(last);
   return same;
}

static bool fits(const char *name, const char *wanted)
{
   return select_glob(wanted, name);
}

/* Recordings have decoded names only. */
static bool is_of_symbol(const char *name, const char *wanted)
{
   char *plain = symbols_demangled(wanted);
   char *ada = languages_decoded_ada(wanted, "");
   const bool same = equal(name, plain) || (ada && equal(name, ada));

   free(plain);
   free(ada);
   return same;
}

/* As aprof prof shows a long name. */
static bool is_shortened(const char *name, const char *wanted)
{
   char *shown;
   bool same;

   if (strstr(wanted, "...") == NULL)
      return false;
   shown = shorten_name(name, utf8_width(wanted));
   same = strcmp(shown, wanted) == 0;
   free(shown);
   return same;
}

/* As a source names a template, or what the compiler has made clones of: with or
   without scopes. */
static bool equal_plain(const char *name, const char *wanted)
{
   char *base = clones_base(name);
   char *scoped = shorten_scoped(base);
   char *last = demangled_last(scoped);
   const bool same = equal(scoped, wanted) || equal(last, wanted);

   free(last);
   free(scoped);
   free(base);
   return same;
}

/* As aprof prof shows a name without its arguments, type or first scopes: the
   longest of its forms that is so short. */
static bool is_shown(const char *name, const char *wanted)
{
   char *shown = shorten_name(name, utf8_width(wanted));
   const bool same = equal(shown, wanted);

   free(shown);
   return same;
}

/* How a name may be the wanted one: the first way that finds a routine counts. */
static matcher *const ways[] = { equal, equal_bare, is_of_symbol, is_shortened,
                                 equal_last, equal_plain, is_shown, parts_fit,
                                 fits, select_is_reserved };
enum { WAYS = sizeof ways / sizeof *ways };

/* Return the first way in which a name is the wanted one, or WAYS. */
static size_t way_of(const char *name, const char *wanted)
{
   size_t way = 0;

   while (way < WAYS && !ways[way](name, wanted))
      way++;
   return way;
}

/* Return the routine of a name with most time, or NULL; *others: how many more
   there are. */
static const table_row *choose(const sample_table *t, const char *wanted,
                               size_t *others)
{
   *others = 0;
   for (size_t way = 0; way < WAYS; way++) {
      const table_row *found = NULL;

      for (size_t i = 0; i < t->count; i++) {
         if (t->rows[i].end == 0 || !ways[way](t->rows[i].routine, wanted))
            continue;
         if (found)
            ++*others;
         else
            found = &t->rows[i];
      }
      if (found)
         return found;
   }
   return NULL;
}

/* --- inlined routines --- */

/* What is known of the routine of inlined calls. */
typedef struct {
   uint64_t origin;
   size_t way;
} inlined_routine;

/* The search for inlined calls of the wanted routine. */
typedef struct {
   const char *wanted;
   inlined_routine *routines;         /* of one image */
   size_t count, room;
   hash_index index;                  /* of routines, by origin */
   size_t way;                        /* the first one that has found a call */
   double *weights;                   /* of the rows, by that way */
   size_t row_count;
} search;

static bool equals_origin(const void *context, size_t routine, const void *key)
{
   return ((const search *)context)->routines[routine].origin ==
          *(const uint64_t *)key;
}

/* Return the first way in which an inlined call is of the wanted routine. */
static size_t way_of_call(search *s, const symbols_inlined *call)
{
   const uint64_t code = hash_number(0, call->origin);
   const size_t known = hash_find(&s->index, code, equals_origin, s, &call->origin);
   char *whole;
   size_t way, other;

   if (known != HASH_NONE)
      return s->routines[known].way;
   way = way_of(call->name, s->wanted);
   whole = symbols_demangled(call->linkage ? call->linkage : call->name);
   other = way_of(whole, s->wanted);
   if (other < way)
      way = other;
   free(whole);
   s->routines = memory_grow(s->routines, s->count, &s->room, sizeof *s->routines);
   s->routines[s->count] = (inlined_routine){ call->origin, way };
   hash_add(&s->index, code, s->count++);
   return way;
}

/* Return the first way in which an inlined call at an address is of the wanted
   routine. */
static size_t way_at(search *s, symbols *names, uint64_t address)
{
   size_t first = WAYS;
   symbols_inlined call;

   for (unsigned level = 1; symbols_inlined_at(names, address, level, &call);
        level++) {
      const size_t way = way_of_call(s, &call);
      if (way < first)
         first = way;
   }
   return first;
}

/* Add the time of a cell to the rows at its address. */
static void add_cell(search *s, const sample_table *t, const samples_cell *c,
                     symbols *names, uint64_t address)
{
   const size_t way = way_at(s, names, address);

   if (way == WAYS || way > s->way)
      return;
   if (way < s->way)
      memset(s->weights, 0, s->row_count * sizeof *s->weights);
   s->way = way;
   for (size_t row = 0; row < t->count; row++)
      if (t->rows[row].image == c->image && t->rows[row].start <= address &&
          address < t->rows[row].end)
         s->weights[row] += c->weight;
}

/* Search an image. */
static void search_image(search *s, const samples *all, const sample_table *t,
                         uint32_t image)
{
   const uint32_t event = samples_main_event(all);
   symbols *names = samples_symbols(&all->images[image]);

   s->count = 0;
   free(s->index.slots);
   s->index = (hash_index){ 0 };
   for (size_t i = 0; i < all->cell_count &&
                      symbols_state_of(names) == SYMBOLS_GOOD; i++) {
      const samples_cell *c = &all->cells[i];
      uint64_t address;

      if (c->event == event && c->image == image &&
          symbols_address(names, c->offset, &address))
         add_cell(s, t, c, names, address);
   }
   symbols_close(names);
}

/* Return the routine in which an inlined routine has most time, NULL: there is
   none. */
static const table_row *inlining_routine(const samples *s,
                                         const sample_table *t,
                                         const char *wanted)
{
   search of = { .wanted = wanted, .way = WAYS, .row_count = t->count,
                 .weights = memory_new(t->count + 1, sizeof *of.weights) };
   const table_row *found = NULL;
   double most = 0;

   for (size_t image = 0; image < s->image_count; image++)
      search_image(&of, s, t, image);
   for (size_t row = 0; row < t->count; row++)
      if (of.weights[row] > most) {
         most = of.weights[row];
         found = &t->rows[row];
      }
   free(of.weights);
   free(of.routines);
   free(of.index.slots);
   return found;
}

const table_row *list_choice(const samples *s, const sample_table *t,
                             const char *wanted, size_t *others)
{
   const table_row *found = choose(t, wanted, others);

   if (found == NULL) {
      found = inlining_routine(s, t, wanted);
      if (found)
         message_note("%s is inlined into %s, which is listed", wanted,
                      found->routine);
   }
   return found;
}
