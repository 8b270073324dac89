/* The places that virtual time is charged to: see places.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "sched/places.h"
#include "base/options.h"
#include "sched/parts.h"
#include "sched/weights.h"
#include "pub_tool_xarray.h"

typedef struct {
   const Routine *routine;    /* NULL for a line: routines share it */
   const HChar *file;
   UInt line;
   ULong parts;
} PlaceKey;

static UInt hash_of(const HChar *text)
{
   UInt hash = 5381;

   while (text != NULL && *text != '\0')
      hash = hash * 33 + (UChar)*text++;
   return hash;
}

static Bool is_place(const Place *p, const PlaceKey *k)
{
   if (p->parts != k->parts)
      return False;
   if (k->file == NULL || p->file == NULL)
      return k->file == p->file && p->routine == k->routine;
   return p->line == k->line && VG_STREQ(p->file, k->file);
}

static PlaceKey key_of(const Place *p)
{
   return (PlaceKey){ p->file == NULL ? p->routine : NULL, p->file, p->line,
                      p->parts };
}

#define HASH_TABLE             place_table
#define HASH_TABLE_ELEMENT     Place *
#define HASH_TABLE_KEY         PlaceKey
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e)   key_of(e)
#define HASH_TABLE_EQUAL(e, k) is_place(e, &(k))
#define HASH_TABLE_HOME(k, b) \
   hash_table_home((UWord)(k).routine + ((UWord)(k).line << 32) \
                   + (k).parts * 31 + hash_of((k).file), b)
#define HASH_TABLE_CENTRE      "aprof.places"
#define HASH_TABLE_FIRST_BITS  10
#include "engine/shadow/hash_table.h"

static place_table table;
static XArray *places;        /* pointers, by number */

/* Counters lie close together. */
enum { CHUNK = 1024 };
static XArray *chunks;        /* pointers to CHUNK counters */

static XArray *new_list(void)
{
   return VG_(newXA)(VG_(malloc), "aprof.places.list", VG_(free),
                     sizeof(void *));
}

static ULong *counter_of(UInt number)
{
   return *(ULong **)VG_(indexXA)(chunks, number / CHUNK) + number % CHUNK;
}

static Place *new_place(const Routine *r, const PlaceKey *key)
{
   Place *p = VG_(calloc)("aprof.places.place", 1, sizeof *p);

   if (places == NULL) {
      places = new_list();
      chunks = new_list();
   }
   *p = (Place){ .routine = r, .file = key->file, .line = key->line,
                 .parts = key->parts };
   p->number = VG_(addToXA)(places, &p);
   if (p->number % CHUNK == 0) {
      ULong *chunk = VG_(calloc)("aprof.places.chunk", CHUNK, sizeof *chunk);
      VG_(addToXA)(chunks, &chunk);
   }
   p->counter = counter_of(p->number);
   *place_table_add(&table, *key) = p;
   return p;
}

/* Return the file with its folder; the text stays. */
static HChar *path_of(const HChar *folder, const HChar *file)
{
   HChar *path = VG_(malloc)("aprof.places.file",
                             VG_(strlen)(folder) + VG_(strlen)(file) + 2);

   VG_(sprintf)(path, "%s%s%s", folder, folder[0] == '\0' ? "" : "/", file);
   return path;
}

/* Note how an inlined instruction grows that has no line in the file. */
static void note_growth(Place *p, const InsnOwner *o)
{
   PlaceGrowth *g = &p->growth;
   double factor;

   if (!weights_grow() || o->call == NULL || p->file != NULL
       || weights_grows_itself(o))
      return;
   factor = weights_growth_of(o);
   if (g->instructions++ == 0)
      g->low = g->high = factor;
   g->sum += factor;
   g->low = factor < g->low ? factor : g->low;
   g->high = factor > g->high ? factor : g->high;
}

/* Return the place of an instruction of that routine. */
static Place *find_place(const InsnOwner *o, const Routine *r)
{
   PlaceKey key = { r, NULL, 0, parts_of(o) };
   const HChar *folder, *file;
   HChar *path = NULL;
   Place **found;
   UInt line;

   if (tool_options.by_line && r != NULL
       && parts_source(o->insn, &folder, &file, &line)) {
      path = path_of(folder, file);
      key = (PlaceKey){ NULL, path, line, key.parts };
   }
   found = place_table_find(&table, key);
   if (found != NULL) {
      VG_(free)(path);
      return *found;
   }
   return new_place(r, &key);
}

const Place *places_of(const InsnOwner *o)
{
   Place *p = find_place(o, owners_routine(o));

   note_growth(p, o);
   return p;
}

UInt places_count(void)
{
   return places == NULL ? 0 : VG_(sizeXA)(places);
}

const Place *places_get(UInt number)
{
   return *(Place **)VG_(indexXA)(places, number);
}

ULong *places_counters(UInt first, UInt *together)
{
   const UInt rest = places_count() - first, most = CHUNK - first % CHUNK;

   *together = rest < most ? rest : most;
   return counter_of(first);
}
