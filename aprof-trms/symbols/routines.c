/* Code address -> routine.

   There are two tables: `by_address` for code as it is mapped now, from which
   entries are removed when code is unmapped; and `by_identity`, by object,
   offset and symbol, which only grows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/routines.h"
#include "base/filters.h"
#include "base/options.h"
#include "base/tool_text.h"
#include "engine/profile/pool.h"
#include "symbols/address_map.h"
#include "symbols/bare_symbols.h"
#include "symbols/build_id.h"
#include "symbols/code_symbols.h"
#include "symbols/inline_levels.h"
#include "symbols/inlined.h"
#include "symbols/memory_routines.h"
#include "symbols/perf_map.h"
#include "symbols/source_names.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_hashtable.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

/* What distinguishes routines.  symbol: NULL, or its first `length` bytes are
   the name. */
typedef struct {
   const CodeObject *object;
   Addr offset;
   const HChar *symbol;
   SizeT length;
} Identity;

static Bool is_identity(const Routine *r, Identity k);

#define HASH_TABLE             identities
#define HASH_TABLE_ELEMENT     Routine *
#define HASH_TABLE_KEY         Identity
#define HASH_TABLE_IS_EMPTY(e) ((e) == NULL)
#define HASH_TABLE_KEY_OF(e) \
   ((Identity){ (e)->object, (e)->offset, (e)->has_symbol ? (e)->name : NULL, \
                (e)->has_symbol ? VG_(strlen)((e)->name) : 0 })
#define HASH_TABLE_EQUAL(e, k) is_identity(e, k)
#define HASH_TABLE_HOME(k, b) \
   hash_table_home(((UWord)(k).object >> 4) * 31 + (k).offset, b)
#define HASH_TABLE_CENTRE      "aprof.routines.by_identity"
#define HASH_TABLE_FIRST_BITS  12
#include "engine/shadow/hash_table.h"

static CodeObject *objects;
static identities by_identity;
static WordFM *by_address;      /* entry address -> Routine */
static XArray *all;             /* of Routine * */
static pool pending = { .size = sizeof(PendingCount) };

/* Return the entry of the map of generated code that begins at the address and
   names it, or NULL: it is no code of a file. */
static const PerfMapEntry *generated_at(Addr entry)
{
   const PerfMapEntry *generated = perf_map_find(entry);
   const HChar *text;

   return generated != NULL && generated->start == entry
          && !VG_(get_fnname)(VG_(current_DiEpoch)(),
                              entry - code_symbol_distance(entry), &text)
          ? generated : NULL;
}

void routines_refresh(Addr code)
{
   if (VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code) == NULL)
      perf_map_refresh();
}

Bool routines_is_generated(Addr code)
{
   const PerfMapEntry *generated = perf_map_find(code);

   return generated != NULL && generated_at(generated->start) != NULL;
}

Bool routines_is_interpreted(Addr code)
{
   const PerfMapEntry *generated = perf_map_find(code);

   return generated != NULL && generated->is_interpreted
          && routines_is_generated(code);
}

static CodeObject *new_object(const HChar *name, HChar *build_id)
{
   CodeObject *o = VG_(calloc)("aprof.routines.object", 1, sizeof *o);

   o->name = VG_(strdup)("aprof.routines.object", name);
   o->build_id = build_id;
   o->next = objects;
   objects = o;
   return o;
}

/* Code in anonymous memory. */
static CodeObject *object_without_file(void)
{
   static CodeObject *o;

   if (o == NULL)
      o = new_object("???", VG_(strdup)("aprof.routines.object", ""));
   return o;
}

static CodeObject *object_of_generated(const PerfMapEntry *e)
{
   const HChar *name = e->file[0] == '\0' ? "[generated code]" : e->file;
   CodeObject *o;

   for (o = objects; o != NULL; o = o->next)
      if (o->is_generated && VG_STREQ(o->name, name))
         return o;
   o = new_object(name, VG_(strdup)("aprof.routines.object", ""));
   o->is_generated = True;
   return o;
}

/* Are two files of one name the same file, as far as that is known without
   opening them? */
static Bool same_file(const FileState *a, const FileState *b)
{
   return a->dev == b->dev && a->ino == b->ino
          && (!a->known || !b->known
              || (a->changed == b->changed && a->changed_ns == b->changed_ns));
}

/* Return the state of the file that a segment was mapped from.  If another
   file has its name now, then only device and inode are known. */
static FileState state_of(const HChar *name, const NSegment *segment)
{
   FileState f = { 0 };
   Bool is_mapped = segment != NULL && segment->kind == SkFileC;
   struct vg_stat st;

   if (is_mapped) {
      f.dev = segment->dev;
      f.ino = segment->ino;
   }
   if (!sr_isError(VG_(stat)(name, &st))
       && (!is_mapped || (st.dev == f.dev && st.ino == f.ino))) {
      f.known = True;
      f.dev = st.dev;
      f.ino = st.ino;
      f.changed = st.mtime;
      f.changed_ns = st.mtime_nsec;
   }
   return f;
}

/* A library may be rebuilt while the program runs, and loaded again under the
   same name: then it is another object, unless its build id is the same. */
static CodeObject *object_of_file(const HChar *name, const NSegment *segment)
{
   FileState file = state_of(name, segment);
   CodeObject *o;

   for (o = objects; o != NULL; o = o->next)
      if (!o->is_generated && same_file(&o->file, &file)
          && VG_STREQ(o->name, name))
         return o;
   HChar *build_id = file.known ? build_id_of_file(name)
                                : VG_(strdup)("aprof.routines.object", "");
   for (o = objects; o != NULL; o = o->next)
      if (!o->is_generated && VG_STREQ(o->build_id, build_id)
          && VG_STREQ(o->name, name))
         break;
   if (o == NULL)
      o = new_object(name, build_id);
   else
      VG_(free)(build_id);
   o->file = file;
   return o;
}

/* Valgrind does not find the file of code outside .text by the code's address,
   but it may know the file by its name. */
static Addr bias_of_file(const HChar *name, const NSegment *segment,
                         Addr distance)
{
   const DebugInfo *di = code_symbol_info(name);

   return di == NULL ? segment->start - segment->offset
                     : VG_(DebugInfo_get_text_bias)(di) + distance;
}

Bool routines_is_system_library(const HChar *object)
{
   return text_begins(object, "/lib") || text_begins(object, "/usr/lib");
}

CodeObject *routines_object(Addr code, Addr *bias)
{
   const PerfMapEntry *generated = generated_at(code);

   if (generated != NULL) {
      *bias = code - ((Addr)generated->line << 16 | generated->column);
      return object_of_generated(generated);
   }
   const NSegment *segment = VG_(am_find_nsegment)(code);
   DebugInfo *di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code);
   if (di != NULL) {
      *bias = VG_(DebugInfo_get_text_bias)(di);
      return object_of_file(VG_(DebugInfo_get_filename)(di), segment);
   }
   if (segment != NULL && segment->kind == SkFileC) {
      const HChar *name = VG_(am_get_filename)(segment);
      if (name != NULL) {
         *bias = bias_of_file(name, segment, code_symbol_distance(code));
         return object_of_file(name, segment);
      }
   }
   *bias = 0;
   return object_without_file();
}

/* Has Valgrind read the symbols of a file?  It does not if the file has no
   segment of data. */
static Bool is_read(const DebugInfo *di)
{
   return di != NULL && VG_(DebugInfo_get_text_size)(di) > 0;
}

/* The bare symbols of the segment that was looked up last. */
static struct {
   Addr start, end;
   ULong offset;                /* of its start, in the file */
   const BareSymbols *symbols;  /* NULL: what it was mapped from is not known */
} bare;

/* Return the bare symbols of the file that code was mapped from, and set its
   place there; NULL: there is none. */
static const BareSymbols *bare_symbols_of(Addr code, ULong *offset)
{
   if (code < bare.start || code >= bare.end) {
      const NSegment *segment = VG_(am_find_nsegment)(code);
      Addr bias;
      CodeObject *o;
      if (segment == NULL || segment->kind != SkFileC || !segment->hasX)
         return NULL;
      o = routines_object(code, &bias);
      if (o->bare == NULL && !o->is_generated && o->file.known)
         o->bare = bare_symbols_read(o->name, o->build_id,
                                     !is_read(code_symbol_info(o->name)));
      bare.start = segment->start;
      bare.end = segment->end + 1;
      bare.offset = segment->offset;
      bare.symbols = o->bare;
   }
   *offset = code - bare.start + bare.offset;
   return bare.symbols;
}

/* Return the source file, and set the line: 0 if they are not known. */
static HChar *source_of(Addr insn, UInt *line)
{
   const HChar *file, *dir;
   HChar *path;
   const PerfMapEntry *generated = generated_at(insn);

   if (generated != NULL) {
      *line = generated->line;
      return VG_(strdup)("aprof.routines.file", generated->file);
   }
   *line = 0;
   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(),
                                  insn - code_symbol_distance(insn), &file,
                                  &dir, line))
      return VG_(strdup)("aprof.routines.file", "");
   if (dir[0] == '\0' || file[0] == '/')
      return VG_(strdup)("aprof.routines.file", file);
   path = VG_(malloc)("aprof.routines.file",
                      VG_(strlen)(dir) + VG_(strlen)(file) + 2);
   VG_(sprintf)(path, "%s/%s", dir, file);
   return path;
}

HChar *routines_source_file(Addr insn)
{
   UInt line;

   return source_of(insn, &line);
}

/* Return a new text, the name of a routine without a symbol that covers it:
   that of the bare symbol at its entry, or object and offset. */
static HChar *bare_name_of(const CodeObject *object, Addr offset, Addr entry)
{
   const HChar *base = VG_(basename)(object->name);
   ULong place;
   const BareSymbols *symbols = bare_symbols_of(entry, &place);
   HChar *name = symbols == NULL ? NULL : bare_symbols_name(symbols, place);

   if (name == NULL) {
      name = VG_(malloc)("aprof.routines.name", VG_(strlen)(base) + 24);
      VG_(sprintf)(name, "%s+0x%lx", base, offset);
   }
   return name;
}

/* Return a new text, the first `length` bytes of a symbol. */
static HChar *name_of(const HChar *symbol, SizeT length)
{
   HChar *name = VG_(malloc)("aprof.routines.name", length + 1);

   VG_(memcpy)(name, symbol, length);
   name[length] = '\0';
   return name;
}

/* A routine of which there are inlined calls. */
typedef struct _InlinedHome {
   struct _InlinedHome *next;
   Routine *routine;
   const HChar *name, *file;    /* of the inlined calls */
   const SourceLines *lines;    /* of the inlined calls */
   const HChar *shown;          /* the routine's name, without a line */
   Bool is_adopted;             /* it is the home of a routine out of line, too,
                                   and has the identity of that */
   Bool has_twin;               /* what is shown and the file are another
                                   routine's, too */
   UInt named_by;               /* the line in its name; 0: there is none */
} InlinedHome;

static InlinedHome *inlined_homes;

/* Routines out of line, and homes of inlined calls, that may have one source: they
   are in a list for the bare name and the file, and in one for what the debug
   information says.  What has_name() finds to be the same is in one list: two
   known sources are compared with each other, and otherwise bare name and file
   without its folder are.  A list may have others, too, as the key is a hash
   value, so has_name() decides.  To look for a routine in its lists takes time
   for those of its name, not for all. */
typedef struct _Relative {
   struct _Relative *next;
   InlinedHome *home;           /* or NULL */
   Routine *routine;
} Relative;

typedef struct _Relatives {
   struct _Relatives *next;     /* as VgHashNode has them */
   UWord key;
   Relative *homes, *routines;  /* the last one that was added first */
} Relatives;

static VgHashTable *all_relatives;

/* The keys of the two lists; the second is 0 if the source is not known. */
typedef struct { UWord of[2]; } RelativeKeys;

static UWord add_text(UWord key, const HChar *text, SizeT length)
{
   for (SizeT i = 0; i < length; i++)
      key = (key ^ (UChar)text[i]) * 0x100000001b3;
   return key;
}

static RelativeKeys keys_of(const HChar *plain, SizeT length, const HChar *file,
                            const RecordedRoutine *source)
{
   const HChar *base = text_base(file);

   return (RelativeKeys){ { add_text(add_text(1, plain, length), base,
                                     VG_(strlen)(base)), (UWord)source } };
}

static RelativeKeys keys_of_routine(const Routine *r)
{
   SizeT length;
   const HChar *plain = source_names_bare(r->name, &length);

   return keys_of(plain, length, r->file, r->source);
}

/* Return the relatives of a key; NULL: there are none. */
static Relatives *relatives_of(UWord key)
{
   return key == 0 || all_relatives == NULL
          ? NULL : VG_(HT_lookup)(all_relatives, key);
}

static void add_relative(RelativeKeys keys, Routine *routine, InlinedHome *home)
{
   if (all_relatives == NULL)
      all_relatives = VG_(HT_construct)("aprof.routines.relatives");
   for (UInt i = 0; i < 2; i++) {
      Relatives *list = relatives_of(keys.of[i]);
      Relative *one, **first;

      if (keys.of[i] == 0 || (i == 1 && keys.of[0] == keys.of[1]))
         continue;
      if (list == NULL) {
         list = VG_(calloc)("aprof.routines.relatives", 1, sizeof *list);
         list->key = keys.of[i];
         VG_(HT_add_node)(all_relatives, list);
      }
      first = home != NULL ? &list->homes : &list->routines;
      one = VG_(malloc)("aprof.routines.relative", sizeof *one);
      *one = (Relative){ *first, home, routine };
      *first = one;
   }
}

/* Homes in the order of `inlined_homes`, the last one first, without the others:
   a walk along two lists at once, in which routines have descending numbers. */
typedef struct { const Relative *at[2]; } HomeWalk;

static HomeWalk walk_homes(RelativeKeys keys)
{
   HomeWalk w;

   for (UInt i = 0; i < 2; i++) {
      const Relatives *list = relatives_of(keys.of[i]);
      w.at[i] = list == NULL ? NULL : list->homes;
   }
   return w;
}

static InlinedHome *next_home(HomeWalk *w)
{
   InlinedHome *h = NULL;

   for (UInt i = 0; i < 2; i++)
      if (w->at[i] != NULL
          && (h == NULL || w->at[i]->routine->id > h->routine->id))
         h = w->at[i]->home;
   for (UInt i = 0; i < 2; i++)
      if (w->at[i] != NULL && w->at[i]->home == h)
         w->at[i] = w->at[i]->next;
   return h;
}

/* May there be inlined calls of the routine out of line? */
static Bool may_be_inlined(const Routine *r)
{
   return r->has_symbol
          && (!r->special || r->observed != NULL || (!r->hidden && r->memory != NULL
                              && r->memory->kind == ZONE_GROWTH));
}

static Bool is_part_of_another(const HChar *name);

/* Do inlined calls have the name and the file of a routine out of line? */
static Bool has_name(const Routine *r, RecordedRoutine *source,
                     const HChar *name, const HChar *file)
{
   return r->source != NULL && source != NULL
          ? r->source == source && !is_part_of_another(r->name)
          : source_names_same(r->name, r->file, name, file);
}

/* Are these calls of the routine out of line, which has their name and file? */
static Bool has_lines(const Routine *r, RecordedRoutine *source,
                      const SourceLines *lines)
{
   SourceLines own;

   if (r->source != NULL && source != NULL)
      return True;
   own = inlined_lines_of_host(r->entry);
   return source_lines_distance(&own, lines) == 0;
}

/* `r` is a new routine out of line.  If there are inlined calls of it already,
   then their home becomes its home, and gets its identity.  Return True in this
   case. */
static Bool adopt_home(Routine *r)
{
   if (!may_be_inlined(r))
      return False;
   HomeWalk walk = walk_homes(keys_of_routine(r));
   for (InlinedHome *h; (h = next_home(&walk)) != NULL; )
      if (h->routine->object == r->object && !h->is_adopted
          && has_name(r, h->routine->source, h->name, h->file)) {
         if (!has_lines(r, h->routine->source, h->lines)) {
            h->has_twin = True;
            continue;
         }
         h->is_adopted = True;
         r->home = h->routine;
         r->pending = r->home->pending;
         r->home->offset = r->offset;
         r->home->name = r->name;
         r->home->file = r->file;
         r->home->line = r->line;
         return True;
      }
   return False;
}

/* Return a new routine without statistics, its own home. */
static Routine *add_routine(CodeObject *object, Addr offset, HChar *name)
{
   Routine *r = VG_(calloc)("aprof.routines.routine", 1, sizeof *r);

   r->object = object;
   r->offset = offset;
   r->name = name;
   r->toggle = filters_have_toggles() && filters_is_toggle(name, object->name);
   r->home = r;
   if (all == NULL)
      all = VG_(newXA)(VG_(malloc), "aprof.routines.all", VG_(free),
                       sizeof(Routine *));
   r->id = VG_(addToXA)(all, &r);
   return r;
}

static void add_pending_count(Routine *r)
{
   r->pending = pool_take(&pending);
   r->pending->id = r->id;
}

static Routine *new_routine(CodeObject *object, Addr offset, Addr entry,
                            const HChar *symbol, SizeT length)
{
   HChar *name = symbol == NULL ? bare_name_of(object, offset, entry)
                                : name_of(symbol, length);
   Routine *r = add_routine(object, offset, name);

   r->entry = entry;
   r->has_symbol = symbol != NULL;
   r->hidden = !filters_is_selected(name, object->name);
   r->splits_stack = VG_(strcmp)(name, "__morestack") == 0;
   r->memory = memory_routine_of(name, object->name);
   r->size_argument = size_arguments_of(name, object->name, object->build_id,
                                        offset);
   r->special = r->hidden || r->memory != NULL || r->size_argument != NULL;
   r->file = source_of(inlined_first_of_host(entry), &r->line);
   if (tool_options.inlined != INLINED_NO && r->has_symbol)
      r->source = inline_levels_routine(entry);
   if (!adopt_home(r))
      add_pending_count(r);
   if (r->has_symbol)
      add_relative(keys_of_routine(r), r, NULL);
   return r;
}

Routine *routines_new_inlined(Routine *home, const struct _InlinedCall *call)
{
   Routine *r = VG_(malloc)("aprof.routines.routine", sizeof *r);

   *r = (Routine){ .object = home->object, .offset = home->offset,
                   .name = home->name, .file = home->file, .line = home->line,
                   .toggle = home->toggle, .pending = home->pending,
                   .memory = home->memory == NULL ? NULL
                             : home->memory == &memory_routine_reallocator
                                ? home->memory
                                : &memory_routine_growth_inlined,
                   .special = home->memory != NULL,
                   .home = home, .inlined = call };
   r->id = VG_(addToXA)(all, &r);
   return r;
}

/* Are the calls of the home, which has their name and file, calls of the same
   routine? */
static Bool is_home(const InlinedHome *h, RecordedRoutine *source,
                    const SourceLines *lines)
{
   return h->routine->source != NULL || source != NULL
          ? h->routine->source == source
          : source_lines_distance(h->lines, lines) == 0;
}

/* Return the routine out of line, the first of several, of which calls are that
   are inlined; NULL: there is none.  *has_twin: there is one of their name and file
   in other lines. */
static Routine *routine_out_of_line(RelativeKeys keys, const CodeObject *object,
                                    RecordedRoutine *source, const HChar *name,
                                    const HChar *file,
                                    const SourceLines *lines, Bool *has_twin)
{
   Routine *found = NULL;

   for (UInt i = 0; i < 2; i++) {
      const Relatives *list = relatives_of(keys.of[i]);

      for (const Relative *one = list == NULL ? NULL : list->routines;
           one != NULL; one = one->next) {
         Routine *r = one->routine;
         if (r->home != r || r->object != object || !may_be_inlined(r)
             || !has_name(r, source, name, file))
            continue;
         if (!has_lines(r, source, lines))
            *has_twin = True;
         else if (found == NULL || r->id < found->id)
            found = r;
      }
   }
   return found;
}

Routine *routines_of_inlined(CodeObject *object,
                             RecordedRoutine *source, const HChar *name,
                             const HChar *file, const MemoryRoutine *growth,
                             const SourceLines *lines)
{
   const HChar *whole = source == NULL ? NULL : inlined_records_whole(source);
   const HChar *shown = whole != NULL ? whole : name;
   const RelativeKeys keys = keys_of(name, VG_(strlen)(name), file, source);
   HomeWalk walk = walk_homes(keys);
   InlinedHome *h;
   Routine *r;
   Bool has_twin = False;

   while ((h = next_home(&walk)) != NULL)
      if (h->routine->object == object && VG_STREQ(h->name, name)
          && VG_STREQ(h->file, file)) {
         if (is_home(h, source, lines))
            return h->routine;
         if (VG_STREQ(h->shown, shown))
            h->has_twin = has_twin = True;
      }
   r = routine_out_of_line(keys, object, source, name, file, lines, &has_twin);
   if (r != NULL)
      return r;
   r = add_routine(object, 0, VG_(strdup)("aprof.routines.name", shown));
   r->source = source;
   r->file = VG_(strdup)("aprof.routines.file", file);
   size_arguments_inlined(r->name, object->name);
   r->memory = growth;
   add_pending_count(r);
   h = VG_(malloc)("aprof.routines.inlined", sizeof *h);
   *h = (InlinedHome){
      .next = inlined_homes, .routine = r,
      .name = VG_(strdup)("aprof.routines.inlined", name), .file = r->file,
      .lines = lines, .shown = r->name, .has_twin = has_twin
   };
   inlined_homes = h;
   add_relative(keys, r, h);
   return r;
}

/* Return how many homes that were named before have the name and file. */
static UInt count_named(const InlinedHome *until, const HChar *name)
{
   UInt n = 0;

   for (const InlinedHome *h = inlined_homes; h != until; h = h->next)
      n += h->routine->object == until->routine->object
           && VG_STREQ(h->file, until->file)
           && text_begins(h->routine->name, name);
   return n;
}

/* Routines of its calls may have the name before: it stays.  Of several in one
   line all but one have a number, too. */
void routines_name_twins(void)
{
   for (InlinedHome *h = inlined_homes; h != NULL; h = h->next) {
      const HChar *base = VG_(basename)(h->file);
      HChar *name;
      UInt n;
      if (!h->has_twin || h->is_adopted
          || h->named_by == h->lines->first)
         continue;
      h->named_by = h->lines->first;
      name = VG_(malloc)("aprof.routines.name",
                         VG_(strlen)(h->shown) + VG_(strlen)(base) + 32);
      VG_(sprintf)(name, "%s@%s:%u", h->shown, base, h->lines->first);
      n = count_named(h, name);
      if (n > 0)
         VG_(sprintf)(name + VG_(strlen)(name), "#%u", n + 1);
      h->routine->name = name;
   }
}

/* Object and offset alone are not enough: files of one name without a build id
   are one object, whatever is in them. */
static Bool is_identity(const Routine *r, Identity k)
{
   if (r->object != k.object || r->offset != k.offset)
      return False;
   if (k.symbol == NULL || !r->has_symbol)
      return k.symbol == NULL && !r->has_symbol;
   return VG_(strncmp)(r->name, k.symbol, k.length) == 0
          && r->name[k.length] == '\0';
}

/* --include does not name the routine, but routines that are inlined into it:
   their activations need one of their host. */
static void show_host(Routine *r, Addr entry)
{
   if (r->hidden && filters_are_given(FILTER_INCLUDE)
       && inlined_code(entry) != NULL) {
      r->hidden = False;
      r->special = r->memory != NULL || r->size_argument != NULL;
   }
}

/* Observe the new routine, if --size-of could name it. */
static void observe(Routine *r)
{
   if (r->special || !r->has_symbol || r->home != r
       || r->object->is_generated)
      return;
   r->observed = observed_arguments_new();
   r->special = True;
}

void routines_end_observation(Routine *r)
{
   if (r->observed != NULL)
      r->special = False;
}

/* Return the routine with this entry and symbol (NULL: without one).  If it is
   a new routine, then the symbol is copied. */
static Routine *routine_with_entry(Addr entry, const HChar *symbol,
                                   SizeT length)
{
   UWord found;

   if (by_address == NULL)
      by_address = VG_(newFM)(VG_(malloc), "aprof.routines.by_address",
                              VG_(free), NULL);
   if (VG_(lookupFM)(by_address, NULL, &found, entry))
      return (Routine *)found;

   Addr bias;
   CodeObject *object = routines_object(entry, &bias);
   Identity key = { object, entry - bias, symbol, length };
   Routine **known = identities_find(&by_identity, key), *r;
   if (known != NULL)
      r = *known;
   else {
      r = new_routine(object, entry - bias, entry, symbol, length);
      *identities_add(&by_identity, key) = r;
      observe(r);
   }
   r->interpreted |= routines_is_interpreted(entry);
   VG_(addToFM)(by_address, entry, (UWord)r);
   show_host(r, entry);
   return r;
}

Routine *routines_region(const HChar *name, Addr insn)
{
   static CodeObject *regions;

   if (regions == NULL)
      regions = new_object("regions",
                           VG_(strdup)("aprof.routines.object", ""));
   Identity key = { regions, 0, name, VG_(strlen)(name) };
   Routine **known = identities_find(&by_identity, key), *r;
   if (known != NULL)
      return *known;
   r = new_routine(regions, 0, insn, name, key.length);
   r->region = True;
   *identities_add(&by_identity, key) = r;
   return r;
}

Routine *routines_at(Addr code)
{
   Addr start = code;
   SizeT length = 0;
   const HChar *symbol;
   UWord found;

   if (by_address != NULL && code_symbol_covers(code, &start)
       && VG_(lookupFM)(by_address, NULL, &found, start))
      return (Routine *)found;
   start = code;
   symbol = code_symbol_at(code, &start, &length);
   return routine_with_entry(start, symbol, length);
}

/* Does a name, or the bracket of a demangled name, end here, or go on with the
   suffix of another part or a number? */
static Bool is_end_of_part(const HChar *at)
{
   return *at == '\0' || *at == ']' || *at == '.';
}

/* Is this the name of a part of another routine: f.cold, f.cold.N or
   f.part.N?  In some languages a dot stands between a module and its routines:
   M.coldstart and M.part.f are routines. */
static Bool is_part_of_another(const HChar *name)
{
   const HChar *at;

   for (at = name; (at = VG_(strstr)(at, ".cold")) != NULL; at++)
      if (is_end_of_part(at + 5))
         return True;
   for (at = name; (at = VG_(strstr)(at, ".part.")) != NULL; at++)
      if (VG_(isdigit)(at[6]))
         return True;
   return False;
}

Routine *routines_entered_bare(Addr code)
{
   ULong place;
   const BareSymbols *symbols = bare_symbols_of(code, &place);

   return symbols != NULL && bare_symbols_begin_routine(symbols, place)
          ? routine_with_entry(code, NULL, 0) : NULL;
}

Routine *routines_entered(Addr code)
{
   const HChar *text;
   const PerfMapEntry *generated;

   if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(),
                                 code - code_symbol_distance(code), &text)) {
      generated = generated_at(code);
      return generated != NULL
             ? routine_with_entry(code, generated->name,
                                  VG_(strlen)(generated->name))
             : routines_entered_bare(code);
   }
   if (is_part_of_another(text))
      return NULL;
   return routine_with_entry(code, text, VG_(strlen)(text));
}

Addr routines_next_entry(Addr code)
{
   UWord entry = 0, routine;

   VG_(initIterAtFM)(by_address, code + 1);
   if (!VG_(nextIterFM)(by_address, &entry, &routine))
      entry = 0;
   VG_(doneIterFM)(by_address);
   return entry;
}

void routines_discard(Addr start, SizeT length)
{
   address_map_remove(by_address, start, length, NULL);
   if (start < bare.end && start + length > bare.start)
      bare.start = bare.end = 0;
}

UInt routines_count(void)
{
   return all == NULL ? 0 : VG_(sizeXA)(all);
}

Routine *routines_get(UInt id)
{
   return *(Routine **)VG_(indexXA)(all, id);
}
