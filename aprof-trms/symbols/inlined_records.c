/* Inlined calls of routines that Valgrind's reader passes over.

   Which routines these are is found when the file is read; the calls of one,
   when they are asked for.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined_records.h"
#include "symbols/debug_sections.h"
#include "pub_tool_options.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* Entries that are in each other; a chain of references to a name. */
enum { DEEPEST = 256, MOST_STEPS = 8 };

typedef struct {
   RecordedCall call;
   Word parent;                 /* its index; -1: it lies in the host alone */
} Record;

/* Code of a call. */
typedef struct {
   ULong low, high;
   Word record;
} Range;

struct _RecordedHost {
   ULong entry;                 /* in .debug_info */
   Bool is_read;                /* the rest is set */
   XArray *records;             /* of Record; a call comes before those in it */
   XArray *ranges;              /* of Range, by record */
};

struct _InlinedRecords {
   Dwarf *dwarf;
   WordFM *hosts;               /* address -> RecordedHost * */
};

/* Step from an entry to the next one in the unit.  *depth: how many entries the
   next one lies in.  False: there are no more. */
static Bool next_entry(Dwarf *d, DwarfEntry *e, UInt *depth)
{
   if (e->tag == 0)
      --*depth;
   else if (e->has_children)
      ++*depth;
   return *depth > 0 && e->next > e->offset && dwarf_entry(d, e->next, e);
}

/* Does Valgrind look for routines and inlined calls in an entry? */
static Bool is_searched(const DwarfEntry *e)
{
   switch (e->tag) {
   case DWARF_COMPILE_UNIT: case DWARF_PARTIAL_UNIT: case DWARF_NAMESPACE:
   case DWARF_SUBPROGRAM: case DWARF_LEXICAL_BLOCK: case DWARF_INLINED:
      return True;
   default:
      return False;
   }
}

/* A host that is found. */
typedef struct {
   WordFM *hosts;
   ULong entry;
} Found;

static void add_host(ULong low, ULong high, void *opaque)
{
   const Found *found = opaque;
   RecordedHost *h;

   if (low >= high || VG_(lookupFM)(found->hosts, NULL, NULL, low))
      return;
   h = VG_(calloc)("aprof.inlined_records.host", 1, sizeof *h);
   h->entry = found->entry;
   VG_(addToFM)(found->hosts, low, (UWord)h);
}

/* Find the routines of a unit that Valgrind passes over. */
static void find_hosts(InlinedRecords *r, DwarfEntry *e)
{
   UInt depth = 0, hidden = 0;  /* depth of what it passes over; 0: nothing */

   for (;;) {
      if (e->tag != 0 && e->has_children && hidden == 0 && !is_searched(e))
         hidden = depth + 1;
      if (!next_entry(r->dwarf, e, &depth))
         return;
      if (depth < hidden)
         hidden = 0;
      if (hidden > 0 && e->tag == DWARF_SUBPROGRAM && e->has_children) {
         Found found = { r->hosts, e->offset };
         dwarf_each_range(r->dwarf, e, add_host, &found);
      }
   }
}

/* Are there routines that Valgrind passes over?  Print that there are routines
   that are not read at all. */
static Bool has_modules(const HChar *file, const HChar *build_id)
{
   Dwarf *d = debug_sections_abbreviations(file, build_id);
   Bool found = False;

   if (d == NULL)
      return False;
   found = dwarf_has_parents(d, DWARF_MODULE);
   if (dwarf_has_skeletons(d) && VG_(clo_verbosity) > 0)
      VG_(umsg)("aprof: %s was built with -gsplit-dwarf: inlined calls there "
                "are not measured; build it with -gno-split-dwarf\n", file);
   debug_sections_free(d);
   return found;
}

InlinedRecords *inlined_records_read(const HChar *file, const HChar *build_id)
{
   const HChar *reason;
   InlinedRecords *r;
   DwarfEntry e;
   ULong start = 0;
   Dwarf *d;

   if (!has_modules(file, build_id)
       || (d = debug_sections_read(file, build_id, &reason)) == NULL)
      return NULL;
   r = VG_(malloc)("aprof.inlined_records", sizeof *r);
   *r = (InlinedRecords){ d, VG_(newFM)(VG_(malloc), "aprof.inlined_records",
                                        VG_(free), NULL) };
   while (dwarf_next_unit(d, &start, &e))
      find_hosts(r, &e);
   return r;
}

/* Return the name of the routine that an inlined call is of. */
static const HChar *name_of(Dwarf *d, const DwarfEntry *call)
{
   DwarfEntry e = *call;

   for (UInt i = 0; i < MOST_STEPS && e.name == NULL; i++) {
      const ULong to = e.origin != 0 ? e.origin : e.specification;
      if (to == 0 || !dwarf_entry(d, to, &e))
         return "";
   }
   return e.name == NULL ? "" : e.name;
}

static void add_range(ULong low, ULong high, void *opaque)
{
   const RecordedHost *h = opaque;
   Range range = { low, high, VG_(sizeXA)(h->records) - 1 };

   if (low < high)
      VG_(addToXA)(h->ranges, &range);
}

static void read_host(Dwarf *d, RecordedHost *h)
{
   Word enclosing[DEEPEST];     /* by depth: the call; -1: none */
   UInt depth = 0;
   DwarfEntry e;

   h->is_read = True;
   h->records = VG_(newXA)(VG_(malloc), "aprof.inlined_records.records",
                           VG_(free), sizeof(Record));
   h->ranges = VG_(newXA)(VG_(malloc), "aprof.inlined_records.ranges",
                          VG_(free), sizeof(Range));
   if (!dwarf_entry(d, h->entry, &e))
      return;
   enclosing[0] = -1;
   while (next_entry(d, &e, &depth) && depth < DEEPEST) {
      enclosing[depth] = enclosing[depth - 1];
      if (e.tag == DWARF_INLINED) {
         const DwarfEntry entry = e;
         const Record new = { { "", (UInt)e.call_line }, enclosing[depth] };
         const Word at = VG_(addToXA)(h->records, &new);
         dwarf_each_range(d, &entry, add_range, h);
         /* This may leave the unit. */
         ((Record *)VG_(indexXA)(h->records, at))->call.name =
            name_of(d, &entry);
         enclosing[depth] = at;
      }
   }
}

const RecordedHost *inlined_records_host(InlinedRecords *r, ULong address)
{
   UWord found;
   RecordedHost *h;

   if (!VG_(lookupFM)(r->hosts, NULL, &found, address))
      return NULL;
   h = (RecordedHost *)found;
   if (!h->is_read)
      read_host(r->dwarf, h);
   return h;
}

UInt inlined_records_at(const RecordedHost *h, ULong address,
                        RecordedCall *calls, UInt most)
{
   Word at = -1;
   UInt n = 0;

   for (Word i = VG_(sizeXA)(h->ranges); i-- > 0 && at < 0; ) {
      const Range *range = VG_(indexXA)(h->ranges, i);
      if (address >= range->low && address < range->high)
         at = range->record;
   }
   while (at >= 0 && n < most) {
      const Record *record = VG_(indexXA)(h->records, at);
      calls[n++] = record->call;
      at = record->parent;
   }
   return n;
}
