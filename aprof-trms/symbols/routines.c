/* Code address -> routine.

   There are two tables: code_entries.h for code as it is mapped now, from which
   entries are removed when code is unmapped; and `by_identity`, by object,
   offset and symbol, which only grows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/routines.h"
#include "base/filters.h"
#include "base/options.h"
#include "engine/profile/pool.h"
#include "symbols/closure_calls.h"
#include "symbols/code_entries.h"
#include "symbols/code_source.h"
#include "symbols/code_symbols.h"
#include "symbols/generated_code.h"
#include "symbols/go_code.h"
#include "symbols/host_source.h"
#include "symbols/inline_levels.h"
#include "symbols/resolved_names.h"
#include "symbols/script_calls.h"
#include "symbols/unnamed_collectors.h"
#include "symbols/unnamed_script_calls.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"
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

static identities by_identity;
static XArray *all;             /* of Routine * */
static Bool (*has_shown_calls)(Addr entry);   /* NULL: --include is not
                                                 given */
static Bool split_stacks;        /* routines_have_split_stacks */
static Bool may_hide;            /* a routine is hidden, or one of Python's without
                                    a symbol may be */
static pool pending = { .size = sizeof(PendingCount) };

/* Return a new text, the name of a routine without a symbol that covers it:
   that of the bare symbol at its entry, that of the resolver that has chosen it,
   or object and offset. */
static HChar *bare_name_of(const CodeObject *object, Addr offset, Addr entry)
{
   const HChar *base = VG_(basename)(object->name);
   ULong place;
   const BareSymbols *symbols = code_objects_bare_symbols(entry, &place);
   HChar *name = symbols == NULL ? NULL : bare_symbols_name(symbols, place);
   const HChar *resolved = name == NULL ? resolved_names_at(entry) : NULL;

   if (resolved != NULL)
      return VG_(strdup)("aprof.routines.name", resolved);
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

static void add_to_all(Routine *r)
{
   r->id = VG_(addToXA)(all, &r);
   r->caller_hash = 33 * r->id;
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
   add_to_all(r);
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
   r->calls_script = symbol != NULL
                     ? script_calls_have(name, object->name)
                     : unnamed_script_calls_have(object, entry)
                       && !filters_name(FILTER_INCLUDE, name, object->name);
   r->hidden = r->calls_script
               || (symbol != NULL && closure_calls_have(name, object->name))
               || !filters_is_selected(name, object->name);
   may_hide |= r->hidden
               || (symbol == NULL && script_calls_of_python(object->name));
   r->splits_stack = VG_(strcmp)(name, "__morestack") == 0;
   split_stacks |= r->splits_stack;
   r->memory = memory_routine_of(name, object->name);
   if (r->memory == NULL && symbol == NULL && !tool_options.plain_allocators
       && unnamed_collectors_have(object, entry - offset, entry))
      r->memory = &memory_routine_collector;
   r->convention = symbol == NULL ? CALLS_OF_ABI
                                  : go_code_convention(object, name);
   r->size_argument = size_arguments_of(name, object->name, object->build_id,
                                        offset, r->convention);
   r->special = r->hidden || r->memory != NULL || r->size_argument != NULL;
   r->file = code_source_at(host_source_first(entry), &r->line);
   if (tool_options.inlined != INLINED_NO && r->has_symbol)
      r->source = inline_levels_routine(entry);
   if (!inlined_homes_see(r))
      add_pending_count(r);
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
                   .home = home, .inlined = call, .may_stay = True };
   add_to_all(r);
   return r;
}

Routine *routines_of_inlined(const InlinedSource *source,
                             const MemoryRoutine *growth)
{
   Bool has_twin;
   Routine *r = inlined_homes_find(source, &has_twin);

   if (r != NULL)
      return r;
   r = add_routine(source->object, 0,
                   VG_(strdup)("aprof.routines.name",
                               inlined_homes_name(source)));
   r->source = source->record;
   r->file = VG_(strdup)("aprof.routines.file", source->file);
   size_arguments_inlined(r->name, r->object->name);
   r->memory = growth;
   add_pending_count(r);
   inlined_homes_add(source, r, has_twin);
   return r;
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

void routines_show_hosts(Bool (*has_calls)(Addr entry))
{
   has_shown_calls = has_calls;
}

/* --include does not name the routine, but routines that are inlined into it:
   their activations need one of their host. */
static void show_host(Routine *r, Addr entry)
{
   if (r->hidden && has_shown_calls != NULL && has_shown_calls(entry)) {
      r->hidden = False;
      r->special = r->memory != NULL || r->size_argument != NULL;
   }
}

/* Observe the new routine, if --size-of could name it. */
static void observe(Routine *r)
{
   if (r->special || !r->has_symbol || r->home != r
       || r->convention == CALLS_ON_STACK
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

static Routine *add_entry(Addr entry, const HChar *symbol, SizeT length)
{
   Addr bias;
   CodeObject *object = code_objects_at(entry, &bias);
   Identity key = { object, entry - bias, symbol, length };
   Routine *r;
   Routine **known = identities_find(&by_identity, key);
   if (known != NULL)
      r = *known;
   else {
      r = new_routine(object, entry - bias, entry, symbol, length);
      *identities_add(&by_identity, key) = r;
      observe(r);
   }
   r->interpreted |= generated_code_is_interpreted(entry);
   r->may_stay |= r->interpreted;
   code_entries_add(entry, r);
   show_host(r, entry);
   return r;
}

/* Return the routine with this entry and symbol (NULL: without one).  If it is
   a new routine, then the symbol is copied. */
static Routine *routine_with_entry(Addr entry, const HChar *symbol,
                                   SizeT length)
{
   Routine *r = code_entries_find(entry);
   HChar *resolver;

   if (r != NULL)
      return r;
   resolver = symbol == NULL ? NULL : resolved_names_of_resolver(entry);
   if (resolver == NULL)
      return add_entry(entry, symbol, length);
   r = add_entry(entry, resolver, VG_(strlen)(resolver));
   VG_(free)(resolver);
   return r;
}

void routines_name_generated(void)
{
   perf_map_refresh();
   for (UInt id = 0; id < routines_count(); id++) {
      Routine *r = routines_get(id);
      const PerfMapEntry *e = r->has_symbol || r->entry == 0
                              || code_objects_has_file(r->object)
                              ? NULL : perf_map_find(r->entry);

      if (e == NULL)
         continue;
      r->name = name_of(e->name, VG_(strlen)(e->name));
      r->object = code_objects_of_generated(e);
   }
}

Routine *routines_region(const HChar *name, Addr insn)
{
   static CodeObject *regions;

   if (regions == NULL)
      regions = code_objects_new("regions");
   Identity key = { regions, 0, name, VG_(strlen)(name) };
   Routine **known = identities_find(&by_identity, key), *r;
   if (known != NULL)
      return *known;
   r = new_routine(regions, 0, insn, name, key.length);
   r->region = True;
   *identities_add(&by_identity, key) = r;
   return r;
}

Bool routines_have_split_stacks(void)
{
   return split_stacks;
}

Routine *routines_at(Addr code)
{
   Addr start = code;
   SizeT length = 0;
   const HChar *symbol;
   Routine *r = code_symbol_covers(code, &start) ? code_entries_find(start)
                : NULL;

   if (r != NULL)
      return r;
   start = code;
   symbol = code_symbol_at(code, &start, &length);
   return routine_with_entry(start, symbol, length);
}

Routine *routines_entered_bare(Addr code)
{
   ULong place;
   const BareSymbols *symbols = code_objects_bare_symbols(code, &place);

   return symbols != NULL
          && (bare_symbols_begin_routine(symbols, place)
              || resolved_names_at(code) != NULL)
          ? routine_with_entry(code, NULL, 0) : NULL;
}

Routine *routines_entered(Addr code)
{
   const HChar *text;
   const PerfMapEntry *generated;

   if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(),
                                 code - code_symbol_distance(code), &text)) {
      generated = generated_code_at(code);
      return generated != NULL
             ? routine_with_entry(code, generated->name,
                                  VG_(strlen)(generated->name))
             : routines_entered_bare(code);
   }
   if (source_names_is_part(text))
      return NULL;
   return routine_with_entry(code, text, VG_(strlen)(text));
}

Bool routines_hide(Addr code)
{
   Addr start;
   CodeObject *o = NULL;
   const Routine *r;

   /* Asked for each superblock: without a hidden routine that costs nothing. */
   if (!may_hide
       || (!code_symbol_covers(code, &start)
           && (o = code_objects_frame_start(code, &start)) == NULL))
      return False;
   r = code_entries_find(start);
   if (r != NULL)
      return r->hidden;
   /* It may have been jumped to. */
   return o != NULL && unnamed_script_calls_have(o, start);
}

void routines_discard(Addr start, SizeT length)
{
   code_entries_discard(start, length);
   code_objects_discard(start, length);
}

UInt routines_count(void)
{
   return all == NULL ? 0 : VG_(sizeXA)(all);
}

Routine *routines_get(UInt id)
{
   return *(Routine **)VG_(indexXA)(all, id);
}
