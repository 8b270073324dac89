/* Routines and inlined calls in the debug information of a file.

   Of each unit the ranges of its code are known at first; its routines are
   found when one of them is asked for, and the calls of a routine when they
   are.  Those of few routines are kept, since the rest of the tool asks for one
   after the other, and so are few blocks of the sections: the tool's memory
   does not grow with what was read.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inlined_records.h"
#include "base/core_options.h"
#include "base/tool_text.h"
#include "elf/debug_sections.h"
#include "elf/dwarf_names.h"
#include "symbols/address_map.h"
#include "pub_tool_options.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* Entries that are in each other; references one after the other. */
enum { DEEPEST = 256, MOST_STEPS = 16 };

/* Hosts whose calls are kept; source files whose names are. */
enum { MOST_READ = 64, KNOWN_FILES = 256 };

typedef struct {
   RecordedCall call;
   Word parent;                 /* its index; -1: it lies in the host alone */
   ULong entry;                 /* where it is entered, plus 1; 0: not known */
} Record;

/* Code of a call. */
typedef struct {
   ULong low, high;
   Word record;
} Range;

/* The code from an address up to the next step. */
typedef struct {
   ULong start;
   Word record;                 /* the innermost; -1: the host's own */
} Step;

struct _RecordedHost {
   ULong entry;                 /* in .debug_info */
   RecordedRoutine *routine;    /* NULL: not yet known */
   Bool is_read;                /* the rest is set */
   XArray *records;             /* of Record; a call comes before those in it */
   XArray *steps;               /* of Step, ascending */
   /* The code of the step that was looked up last, and its record: the next
      address is mostly near. */
   ULong from, to;
   Word record;
};

/* Code of a unit. */
typedef struct {
   ULong low, high, unit;       /* unit: its start */
} UnitRange;

/* Where a routine of a unit begins. */
typedef struct {
   ULong low, entry;
} Begin;

/* A source file of a unit. */
typedef struct {
   ULong unit, number;
   const HChar *text;           /* NULL: none was asked for */
} KnownFile;

struct _InlinedRecords {
   Dwarf *dwarf;
   DwarfNames *names;
   XArray *starts;              /* of all units, ascending */
   XArray *ranges;              /* of UnitRange, by their ends */
   XArray *unranged;            /* starts of units whose code is not known */
   WordFM *units;               /* start of a unit that was searched -> XArray
                                   of Begin, ascending */
   WordFM *hosts;               /* address -> RecordedHost *, those that were
                                   asked for */
   WordFM *origins;             /* entry -> RecordedRoutine * */
   WordFM *routines;            /* key -> RecordedRoutine * */
   WordFM *texts;               /* texts that several routines have */
   KnownFile files[KNOWN_FILES];
   RecordedHost *read[MOST_READ];   /* the last ones whose calls were read */
   UInt n_read;                 /* in all */
};

static RecordedRoutine unknown = { .name = "", .file = "", .base = "" };

/* --- units --- */

typedef struct {
   InlinedRecords *r;
   ULong at;                    /* of a unit */
} Found;

static void add_unit_range(ULong low, ULong high, void *opaque)
{
   const Found *found = opaque;
   UnitRange range = { low, high, found->at };

   if (low < high)
      VG_(addToXA)(found->r->ranges, &range);
}

static Int compare_unit_ranges(const void *a, const void *b)
{
   const UnitRange *x = a, *y = b;

   return x->high != y->high ? (x->high < y->high ? -1 : 1)
          : (x->low > y->low) - (x->low < y->low);
}

static XArray *new_array(SizeT size)
{
   return VG_(newXA)(VG_(malloc), "aprof.inlined_records.array", VG_(free),
                     size);
}

static WordFM *new_map(Word (*compare)(UWord, UWord))
{
   return VG_(newFM)(VG_(malloc), "aprof.inlined_records.map", VG_(free),
                     compare);
}

static Word compare_texts(UWord a, UWord b)
{
   return VG_(strcmp)((const HChar *)a, (const HChar *)b);
}

/* Print that a part of the debug information is elsewhere. */
static void print_split(const HChar *file, const Dwarf *d)
{
   if (dwarf_has_skeletons(d) && VG_(clo_verbosity) > 0)
      VG_(umsg)("aprof: %s was built with -gsplit-dwarf: inlined calls there "
                "are not measured; build it with -gno-split-dwarf\n", file);
}

/* Print that inlined calls of a file are not read, and why not, unless Valgrind
   reads them, or there is nothing to read. */
static void print_unread(const HChar *file, DebugSections found)
{
   if (!core_options_reads_inlined() && VG_(clo_verbosity) > 0
       && (found == DEBUG_COMPRESSED || found == DEBUG_DAMAGED))
      VG_(umsg)("aprof: %s: %s.  Inlined calls there are measured with "
                "--read-inline-info=yes only.\n", file,
                debug_sections_reason(found));
}

static void read_units(InlinedRecords *r)
{
   Dwarf *d = r->dwarf;
   DwarfEntry e;
   ULong start = 0;

   d->is_brief = True;
   while (dwarf_next_unit(d, &start, &e)) {
      Found found = { r, d->unit.start };
      VG_(addToXA)(r->starts, &found.at);
      if (e.has_ranges || (e.has_low && e.has_high))
         dwarf_each_range(d, &e, add_unit_range, &found);
      else
         VG_(addToXA)(r->unranged, &found.at);
      debug_sections_trim(d);
   }
   d->is_brief = False;
   debug_sections_forget(d);
   VG_(setCmpFnXA)(r->ranges, compare_unit_ranges);
   VG_(sortXA)(r->ranges);
   d->n_units = VG_(sizeXA)(r->starts);
   d->units = d->n_units == 0 ? NULL : VG_(indexXA)(r->starts, 0);
}

InlinedRecords *inlined_records_read(const HChar *file, const HChar *build_id)
{
   DebugSections found;
   Dwarf *d = debug_sections_read(file, build_id, True, &found);
   InlinedRecords *r;

   if (d == NULL) {
      print_unread(file, found);
      return NULL;
   }
   print_split(file, d);
   r = VG_(calloc)("aprof.inlined_records", 1, sizeof *r);
   *r = (InlinedRecords){
      .dwarf = d, .names = dwarf_names_new(d),
      .starts = new_array(sizeof(ULong)),
      .ranges = new_array(sizeof(UnitRange)),
      .unranged = new_array(sizeof(ULong)), .units = new_map(NULL),
      .hosts = new_map(NULL), .origins = new_map(NULL),
      .routines = new_map(compare_texts), .texts = new_map(compare_texts)
   };
   read_units(r);
   return r;
}

/* --- routines --- */

/* The routines of a unit that are found. */
typedef struct {
   XArray *begins;
   Dwarf *dwarf;
   ULong entry;
} Search;

static void add_begin(ULong low, ULong high, void *opaque)
{
   const Search *search = opaque;
   const Begin begin = { low, search->entry };

   if (low < high)
      VG_(addToXA)(search->begins, &begin);
}

static void add_subprogram(const DwarfEntry *e, void *opaque)
{
   Search *search = opaque;

   search->entry = e->offset;
   dwarf_each_range(search->dwarf, e, add_begin, search);
}

/* Of several routines at one address the first one stands first. */
static Int compare_begins(const void *a, const void *b)
{
   const Begin *x = a, *y = b;

   return x->low != y->low ? (x->low < y->low ? -1 : 1)
          : (x->entry > y->entry) - (x->entry < y->entry);
}

/* Return the routines of a unit, as in InlinedRecords.units. */
static XArray *begins_of(InlinedRecords *r, ULong start)
{
   Search search = { NULL, r->dwarf, 0 };
   DwarfEntry own;
   ULong at = start;
   UWord found;

   if (VG_(lookupFM)(r->units, NULL, &found, start))
      return (XArray *)found;
   search.begins = new_array(sizeof(Begin));
   if (dwarf_next_unit(r->dwarf, &at, &own) && r->dwarf->unit.start == start)
      dwarf_names_walk(r->names, &own, add_subprogram, &search);
   VG_(setCmpFnXA)(search.begins, compare_begins);
   VG_(sortXA)(search.begins);
   VG_(addToFM)(r->units, start, (UWord)search.begins);
   return search.begins;
}

/* Return the entry of the unit's routine that begins at the address; 0: there
   is none. */
static ULong entry_at(InlinedRecords *r, ULong unit, ULong address)
{
   XArray *begins = begins_of(r, unit);
   Word low = 0, high = VG_(sizeXA)(begins);

   while (low < high) {
      const Word middle = low + (high - low) / 2;
      if (((Begin *)VG_(indexXA)(begins, middle))->low < address)
         low = middle + 1;
      else
         high = middle;
   }
   if (low < VG_(sizeXA)(begins)) {
      const Begin *b = VG_(indexXA)(begins, low);
      return b->low == address ? b->entry : 0;
   }
   return 0;
}

/* Return the index of the first range that ends above an address. */
static Word first_range_above(const InlinedRecords *r, ULong address)
{
   Word low = 0, high = VG_(sizeXA)(r->ranges);

   while (low < high) {
      const Word middle = low + (high - low) / 2;
      if (((UnitRange *)VG_(indexXA)(r->ranges, middle))->high <= address)
         low = middle + 1;
      else
         high = middle;
   }
   return low;
}

/* Return the entry of the routine that begins at the address; 0: there is
   none. */
static ULong find_entry(InlinedRecords *r, ULong address)
{
   ULong entry = 0;

   for (Word i = first_range_above(r, address);
        entry == 0 && i < VG_(sizeXA)(r->ranges); i++) {
      const UnitRange *range = VG_(indexXA)(r->ranges, i);
      if (range->low > address)
         break;
      entry = entry_at(r, range->unit, address);
   }
   for (Word i = 0; entry == 0 && i < VG_(sizeXA)(r->unranged); i++)
      entry = entry_at(r, *(ULong *)VG_(indexXA)(r->unranged, i), address);
   return entry;
}

RecordedHost *inlined_records_host(InlinedRecords *r, ULong address)
{
   RecordedHost *h;
   UWord found;
   ULong entry;

   if (VG_(lookupFM)(r->hosts, NULL, &found, address))
      return (RecordedHost *)found;
   debug_sections_trim(r->dwarf);
   entry = find_entry(r, address);
   if (entry == 0)
      return NULL;
   h = VG_(calloc)("aprof.inlined_records.host", 1, sizeof *h);
   h->entry = entry;
   VG_(addToFM)(r->hosts, address, (UWord)h);
   return h;
}

/* Return the reader's text that is equal to this one. */
static const HChar *kept_text(InlinedRecords *r, const HChar *text)
{
   UWord found;

   if (VG_(lookupFM)(r->texts, &found, NULL, (UWord)text))
      return (const HChar *)found;
   text = VG_(strdup)("aprof.inlined_records.text", text);
   VG_(addToFM)(r->texts, (UWord)text, 0);
   return text;
}

/* What the entries of a routine say of it: one may refer to another. */
typedef struct {
   const HChar *name, *linkage, *file;
   ULong line, column;
   ULong last;                  /* the entry that refers to none */
} Facts;

/* Return the file of this number of the unit, or "". */
static const HChar *read_file(InlinedRecords *r, ULong number)
{
   DwarfFile f;
   const HChar *kept;
   HChar *text;

   if (!dwarf_file(r->dwarf, number, &f))
      return "";
   text = VG_(malloc)("aprof.inlined_records.file",
                      VG_(strlen)(f.dir) + VG_(strlen)(f.name) + 2);
   VG_(sprintf)(text, "%s%s%s", f.name[0] == '/' ? "" : f.dir,
                f.name[0] == '/' || f.dir[0] == '\0' ? "" : "/", f.name);
   kept = kept_text(r, text);
   VG_(free)(text);
   return kept;
}

/* Return the file of an entry, which was read last, or "". */
static const HChar *file_of(InlinedRecords *r, const DwarfEntry *e)
{
   const ULong unit = r->dwarf->unit.start;
   KnownFile *f = &r->files[(unit / 16 + e->decl_file) % KNOWN_FILES];

   if (f->text == NULL || f->unit != unit || f->number != e->decl_file)
      *f = (KnownFile){ unit, e->decl_file, read_file(r, e->decl_file) };
   return f->text;
}

/* name and linkage are valid until debug_sections_trim. */
static Bool read_facts(InlinedRecords *r, ULong entry, Facts *f)
{
   DwarfEntry e;

   *f = (Facts){ .file = "", .last = entry };
   for (UInt i = 0; i < MOST_STEPS && entry != 0; i++) {
      if (!dwarf_entry(r->dwarf, entry, &e))
         return False;
      f->last = entry;
      f->name = f->name != NULL ? f->name : e.name;
      f->linkage = f->linkage != NULL ? f->linkage : e.linkage;
      if (e.decl_line > 0) {
         /* The declaration, which all units have, stands last. */
         f->file = file_of(r, &e);
         f->line = e.decl_line;
         f->column = e.decl_column;
      }
      entry = e.origin != 0 ? e.origin : e.specification;
   }
   return entry == 0 && f->name != NULL;
}

/* Return a new text, what a routine has in common with its copies alone.
   whole: its whole name, or NULL. */
static HChar *key_of(const Facts *f, const HChar *whole)
{
   const HChar *name = f->linkage != NULL ? f->linkage
                       : whole != NULL ? whole : f->name;
   const HChar *base = text_base(f->file);
   HChar *key = VG_(malloc)("aprof.inlined_records.key",
                            VG_(strlen)(name) + VG_(strlen)(base) + 64);

   if (f->linkage != NULL)
      VG_(strcpy)(key, name);
   else
      VG_(sprintf)(key, "%s\n%s:%llu:%llu", name, base, f->line, f->column);
   return key;
}

static RecordedRoutine *new_routine(InlinedRecords *r, ULong entry)
{
   RecordedRoutine *routine;
   HChar *whole = NULL, *key;
   UWord found;
   Facts f;

   if (!read_facts(r, entry, &f))
      return &unknown;
   if (f.linkage == NULL)
      whole = dwarf_names_routine(r->names, f.last);
   key = key_of(&f, whole);
   if (VG_(lookupFM)(r->routines, NULL, &found, (UWord)key)) {
      VG_(free)(key);
      VG_(free)(whole);
      return (RecordedRoutine *)found;
   }
   routine = VG_(malloc)("aprof.inlined_records.routine", sizeof *routine);
   *routine = (RecordedRoutine){
      .name = kept_text(r, f.name), .file = f.file,
      .base = text_base(f.file), .records = r, .entry = f.last,
      .is_whole = f.linkage == NULL, .whole = whole
   };
   VG_(addToFM)(r->routines, (UWord)key, (UWord)routine);
   return routine;
}

/* Return the routine of an entry. */
static RecordedRoutine *routine_of(InlinedRecords *r, ULong entry)
{
   UWord found;
   RecordedRoutine *routine;

   if (entry == 0)
      return &unknown;
   if (VG_(lookupFM)(r->origins, NULL, &found, entry))
      return (RecordedRoutine *)found;
   routine = new_routine(r, entry);
   VG_(addToFM)(r->origins, entry, (UWord)routine);
   return routine;
}

const HChar *inlined_records_whole(RecordedRoutine *routine)
{
   if (!routine->is_whole && routine->records != NULL) {
      debug_sections_trim(routine->records->dwarf);
      routine->whole = dwarf_names_routine(routine->records->names,
                                           routine->entry);
   }
   routine->is_whole = True;
   return routine->whole;
}

RecordedRoutine *inlined_records_routine(InlinedRecords *r, RecordedHost *h)
{
   DwarfEntry e;

   if (h->routine != NULL)
      return h->routine;
   debug_sections_trim(r->dwarf);
   h->routine = !dwarf_entry(r->dwarf, h->entry, &e) ? &unknown
                : routine_of(r, e.origin != 0 ? e.origin
                                : e.specification != 0 ? e.specification
                                : e.offset);
   return h->routine;
}

/* --- inlined calls --- */

/* The calls of the host that is read. */
typedef struct {
   RecordedHost *host;
   XArray *ranges;              /* of Range, by record */
} Reading;

static void add_range(ULong low, ULong high, void *opaque)
{
   const Reading *reading = opaque;
   Range range = { low, high, VG_(sizeXA)(reading->host->records) - 1 };

   if (low < high)
      VG_(addToXA)(reading->ranges, &range);
}

/* Return the index of the last step that does not start above the address; -1:
   all do. */
static Word step_at(const XArray *steps, ULong address)
{
   return address_list_find(steps, address + 1) - 1;
}

/* Make the steps of the ranges: a range covers those of the calls before it,
   among them the calls that it lies in. */
static void make_steps(RecordedHost *h, XArray *ranges)
{
   XArray *ends = new_array(sizeof(Step));

   for (Word i = 0; i < VG_(sizeXA)(ranges); i++) {
      const Range *range = VG_(indexXA)(ranges, i);
      Step low = { range->low, -1 }, high = { range->high, -1 };
      VG_(addToXA)(ends, &low);
      VG_(addToXA)(ends, &high);
   }
   address_list_sort(ends);
   h->steps = new_array(sizeof(Step));
   for (Word i = 0; i < VG_(sizeXA)(ends); i++) {
      const Step *s = VG_(indexXA)(ends, i);
      if (i == 0 || s->start != (s - 1)->start)
         VG_(addToXA)(h->steps, s);
   }
   VG_(deleteXA)(ends);
   for (Word i = 0; i < VG_(sizeXA)(ranges); i++) {
      const Range *range = VG_(indexXA)(ranges, i);
      for (Word k = step_at(h->steps, range->low); ; k++) {
         Step *s = VG_(indexXA)(h->steps, k);
         if (s->start >= range->high)
            break;
         s->record = range->record;
      }
   }
}

/* Forget the calls of the host that was read longest ago. */
static void forget_oldest(InlinedRecords *r, RecordedHost *newest)
{
   RecordedHost **oldest = &r->read[r->n_read++ % MOST_READ], *h = *oldest;

   *oldest = newest;
   if (h == NULL)
      return;
   VG_(deleteXA)(h->records);
   VG_(deleteXA)(h->steps);
   h->records = h->steps = NULL;
   h->is_read = False;
}

/* Return the innermost call of an address; -1: it is the host's own. */
static Word record_at(RecordedHost *h, ULong address)
{
   Word at;

   if (address >= h->from && address < h->to)
      return h->record;
   at = step_at(h->steps, address);
   h->from = at < 0 ? 0 : ((Step *)VG_(indexXA)(h->steps, at))->start;
   h->to = at + 1 < VG_(sizeXA)(h->steps)
           ? ((Step *)VG_(indexXA)(h->steps, at + 1))->start : address + 1;
   h->record = at < 0 ? -1 : ((Step *)VG_(indexXA)(h->steps, at))->record;
   return h->record;
}

static void read_host(InlinedRecords *r, RecordedHost *h)
{
   Dwarf *d = r->dwarf;
   Word enclosing[DEEPEST];     /* by depth: the call; -1: none */
   UInt depth = 0;
   DwarfEntry e;
   Reading reading = { h, new_array(sizeof(Range)) };

   forget_oldest(r, h);
   debug_sections_trim(d);
   h->is_read = True;
   h->from = h->to = 0;
   h->records = new_array(sizeof(Record));
   enclosing[0] = -1;
   if (dwarf_entry(d, h->entry, &e))
      while (dwarf_step(d, &e, &depth) && depth < DEEPEST) {
         enclosing[depth] = enclosing[depth - 1];
         if (e.tag == DWARF_INLINED) {
            const DwarfEntry entry = e;
            const Record new = {
               { &unknown, (UInt)e.call_line, (UInt)e.call_column },
               enclosing[depth], e.has_entry_pc ? e.entry_pc + 1 : 0
            };
            const Word at = VG_(addToXA)(h->records, &new);
            dwarf_each_range(d, &entry, add_range, &reading);
            /* This may leave the unit. */
            ((Record *)VG_(indexXA)(h->records, at))->call.routine =
               routine_of(r, entry.origin);
            enclosing[depth] = at;
         }
      }
   make_steps(h, reading.ranges);
   VG_(deleteXA)(reading.ranges);
}

UInt inlined_records_at(InlinedRecords *r, RecordedHost *h, ULong address,
                        RecordedCall *calls, UInt most)
{
   Word at;
   UInt n = 0;

   if (!h->is_read)
      read_host(r, h);
   at = record_at(h, address);
   while (at >= 0 && n < most) {
      const Record *record = VG_(indexXA)(h->records, at);
      calls[n++] = record->call;
      at = record->parent;
   }
   return n;
}

UInt inlined_records_entered(InlinedRecords *r, RecordedHost *h,
                             ULong address)
{
   UInt depth = 0;
   Word at;

   if (!h->is_read)
      read_host(r, h);
   for (at = record_at(h, address); at >= 0; ) {
      const Record *record = VG_(indexXA)(h->records, at);
      if (record->entry == address + 1)
         depth = 1;
      else if (depth > 0)
         depth++;
      at = record->parent;
   }
   return depth;
}
