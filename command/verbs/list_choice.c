/* Which routine is listed: see verbs/list_choice.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "verbs/list_choice.h"
#include "base/languages.h"
#include "base/memory.h"
#include "base/message.h"
#include "base/utf8.h"
#include "debuginfo/symbols.h"
#include "names/clones.h"
#include "names/demangled.h"
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
   const bool same = strcmp(bare, wanted) == 0;

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

/* Return the routine of a name with most time, or NULL; *others: how many more
   there are. */
static const table_row *choose(const sample_table *t, const char *wanted,
                               size_t *others)
{
   static matcher *const ways[] = { equal, equal_bare, is_of_symbol,
                                    is_shortened, equal_last, equal_plain,
                                    is_shown, fits, select_is_reserved };

   *others = 0;
   for (size_t way = 0; way < sizeof ways / sizeof *ways; way++) {
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

/* Return whether an inlined call at an address is of the wanted routine. */
static bool is_inlined_at(symbols *names, uint64_t address, const char *wanted)
{
   symbols_inlined call;

   for (unsigned level = 1; symbols_inlined_at(names, address, level, &call);
        level++)
      if (equal(call.name, wanted) || equal_bare(call.name, wanted))
         return true;
   return false;
}

/* Add the time of an inlined routine in an image to the rows it is inlined
   in. */
static void add_inlined(const samples *s, const sample_table *t,
                        uint32_t image, const char *wanted, double *weights)
{
   const uint32_t event = samples_main_event(s);
   symbols *names = samples_symbols(&s->images[image]);

   for (size_t i = 0; i < s->cell_count &&
                      symbols_state_of(names) == SYMBOLS_GOOD; i++) {
      const samples_cell *c = &s->cells[i];
      uint64_t address;

      if (c->event != event || c->image != image ||
          !symbols_address(names, c->offset, &address) ||
          !is_inlined_at(names, address, wanted))
         continue;
      for (size_t row = 0; row < t->count; row++)
         if (t->rows[row].image == image && t->rows[row].start <= address &&
             address < t->rows[row].end)
            weights[row] += c->weight;
   }
   symbols_close(names);
}

/* Return the routine in which an inlined routine has most time, NULL: there is
   none. */
static const table_row *inlining_routine(const samples *s,
                                         const sample_table *t,
                                         const char *wanted)
{
   double *weights = memory_new(t->count + 1, sizeof *weights), most = 0;
   const table_row *found = NULL;

   for (size_t image = 0; image < s->image_count; image++)
      add_inlined(s, t, image, wanted, weights);
   for (size_t row = 0; row < t->count; row++)
      if (weights[row] > most) {
         most = weights[row];
         found = &t->rows[row];
      }
   free(weights);
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
