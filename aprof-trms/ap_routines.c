/* Code address -> routine.

   Two tables: `by_address` for code as it is mapped now, emptied where code is
   unmapped, and `by_identity` for object and offset, which only grows.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "ap_routines.h"
#include "ap_elf.h"
#include "ap_options.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcfile.h"
#include "pub_tool_wordfm.h"
#include "pub_tool_xarray.h"

enum { BUCKETS = 16384 };

static ApObject *objects;
static ApRoutine *by_identity[BUCKETS];
static WordFM *by_address;      /* entry address -> ApRoutine */
static XArray *all;             /* of ApRoutine * */

/* Splits "name+12", as Valgrind writes a code address, into the name and the
   offset; there is no "+12" where the offset is 0.  Symbols may hold a '+'
   themselves (operator+), but none ends with '+' and digits. */
static UWord split_offset(HChar *name)
{
   HChar *end = name + VG_(strlen)(name), *p = end;

   while (p > name && VG_(isdigit)(p[-1]))
      p--;
   if (p == end || p == name || p[-1] != '+')
      return 0;
   UWord offset = VG_(strtoull10)(p, NULL);
   p[-1] = '\0';
   return offset;
}

/* The symbol that covers `code`: its beginning, and its name in memory that
   the caller frees.  NULL: there is none. */
static HChar *symbol_of(Addr code, Addr *start)
{
   const HChar *text;

   if (!VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(), code, &text))
      return NULL;
   HChar *name = VG_(strdup)("aprof.routines.symbol", text);
   *start = code - split_offset(name);
   return name;
}

Bool ap_has_symbol(Addr code, Addr *start)
{
   HChar *name = symbol_of(code, start);
   VG_(free)(name);
   return name != NULL;
}

static ApObject *object_named(const HChar *name)
{
   ApObject *o;

   for (o = objects; o != NULL; o = o->next)
      if (VG_STREQ(o->name, name))
         return o;
   o = VG_(calloc)("aprof.routines.object", 1, sizeof *o);
   o->name = VG_(strdup)("aprof.routines.object", name);
   o->build_id = ap_elf_build_id(name);
   o->next = objects;
   objects = o;
   return o;
}

/* Code outside .text is not found by its address, but its file may be known by
   other code. */
static Addr bias_of_file(const HChar *name, const NSegment *segment)
{
   for (const DebugInfo *di = VG_(next_DebugInfo)(NULL); di != NULL;
        di = VG_(next_DebugInfo)(di))
      if (VG_STREQ(VG_(DebugInfo_get_filename)(di), name))
         return VG_(DebugInfo_get_text_bias)(di);
   return segment->start - segment->offset;
}

/* The object that code was mapped from, and where it is loaded. */
static ApObject *object_of(Addr code, Addr *bias)
{
   DebugInfo *di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code);
   if (di != NULL) {
      *bias = VG_(DebugInfo_get_text_bias)(di);
      return object_named(VG_(DebugInfo_get_filename)(di));
   }
   const NSegment *segment = VG_(am_find_nsegment)(code);
   if (segment != NULL && segment->kind == SkFileC) {
      const HChar *name = VG_(am_get_filename)(segment);
      if (name != NULL) {
         *bias = bias_of_file(name, segment);
         return object_named(name);
      }
   }
   *bias = 0;
   return object_named("???");
}

static void set_source(ApRoutine *r, Addr entry)
{
   const HChar *file, *dir;
   UInt line;

   if (!VG_(get_filename_linenum)(VG_(current_DiEpoch)(), entry, &file, &dir,
                                  &line)) {
      r->file = VG_(strdup)("aprof.routines.file", "");
      return;
   }
   r->line = line;
   if (dir[0] == '\0' || file[0] == '/') {
      r->file = VG_(strdup)("aprof.routines.file", file);
      return;
   }
   r->file = VG_(malloc)("aprof.routines.file",
                         VG_(strlen)(dir) + VG_(strlen)(file) + 2);
   VG_(sprintf)(r->file, "%s/%s", dir, file);
}

/* `name` is NULL where there is no symbol; it becomes the routine's. */
static ApRoutine *new_routine(ApObject *object, Addr offset, Addr entry,
                              HChar *name)
{
   ApRoutine *r = VG_(calloc)("aprof.routines.routine", 1, sizeof *r);

   if (name == NULL) {
      const HChar *base = VG_(basename)(object->name);
      name = VG_(malloc)("aprof.routines.name", VG_(strlen)(base) + 24);
      VG_(sprintf)(name, "%s+0x%lx", base, offset);
   }
   r->object = object;
   r->offset = offset;
   r->name = name;
   r->hidden = !ap_is_selected(name, object->name);
   r->toggle = ap_has_toggles() && ap_is_toggle(name, object->name);
   set_source(r, entry);

   if (all == NULL)
      all = VG_(newXA)(VG_(malloc), "aprof.routines.all", VG_(free),
                       sizeof(ApRoutine *));
   r->id = VG_(addToXA)(all, &r);
   return r;
}

static UInt hash_of(const ApObject *object, Addr offset)
{
   UWord h = ((UWord)object >> 4) * 31 + offset;
   return (h ^ (h >> 14) ^ (h >> 28)) % BUCKETS;
}

/* The routine with this entry.  Takes `name`. */
static ApRoutine *routine_with_entry(Addr entry, HChar *name)
{
   UWord found;

   if (by_address == NULL)
      by_address = VG_(newFM)(VG_(malloc), "aprof.routines.by_address",
                              VG_(free), NULL);
   if (VG_(lookupFM)(by_address, NULL, &found, entry)) {
      VG_(free)(name);
      return (ApRoutine *)found;
   }

   Addr bias;
   ApObject *object = object_of(entry, &bias);
   ApRoutine **bucket = &by_identity[hash_of(object, entry - bias)];
   ApRoutine *r = *bucket;
   while (r != NULL && (r->object != object || r->offset != entry - bias))
      r = r->chain;
   if (r == NULL) {
      r = new_routine(object, entry - bias, entry, name);
      r->chain = *bucket;
      *bucket = r;
   } else
      VG_(free)(name);
   VG_(addToFM)(by_address, entry, (UWord)r);
   return r;
}

ApRoutine *ap_routine_at(Addr code)
{
   Addr start = code;
   HChar *name = symbol_of(code, &start);

   return routine_with_entry(start, name);
}

static Bool is_part_of_another(const HChar *name)
{
   return VG_(strstr)(name, ".cold") != NULL
          || VG_(strstr)(name, ".part.") != NULL;
}

ApRoutine *ap_routine_entered(Addr code)
{
   const HChar *text;

   if (!VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(), code, &text)
       || is_part_of_another(text))
      return NULL;
   return routine_with_entry(code,
                             VG_(strdup)("aprof.routines.symbol", text));
}

void ap_routines_discard(Addr start, SizeT length)
{
   if (by_address == NULL)
      return;
   XArray *gone = VG_(newXA)(VG_(malloc), "aprof.routines.discard",
                             VG_(free), sizeof(UWord));
   UWord key, value;
   VG_(initIterAtFM)(by_address, start);
   while (VG_(nextIterFM)(by_address, &key, &value)
          && key - start < length)
      VG_(addToXA)(gone, &key);
   VG_(doneIterFM)(by_address);
   for (Word i = 0; i < VG_(sizeXA)(gone); i++)
      VG_(delFromFM)(by_address, NULL, NULL,
                     *(UWord *)VG_(indexXA)(gone, i));
   VG_(deleteXA)(gone);
}

UInt ap_routine_count(void)
{
   return all == NULL ? 0 : VG_(sizeXA)(all);
}

ApRoutine *ap_routine(UInt id)
{
   return *(ApRoutine **)VG_(indexXA)(all, id);
}
