/* The symbol that covers a code address: see symbols/code_symbols.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/code_symbols.h"
#include "elf/source_names.h"
#include "symbols/perf_map.h"
#include "pub_tool_aspacemgr.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_libcbase.h"

/* Parse "name+12", as Valgrind writes a code address: return the offset, 0 if
   there is no "+12", and set the length of the name.  Symbols may contain a
   '+' (operator+), but no symbol ends with '+' and digits. */
static UWord offset_in(const HChar *text, SizeT *length)
{
   const HChar *end = text + VG_(strlen)(text), *p = end;

   *length = end - text;
   while (p > text && VG_(isdigit)(p[-1]))
      p--;
   if (p == end || p == text || p[-1] != '+')
      return 0;
   *length = p - 1 - text;
   return VG_(strtoull10)(p, NULL);
}

/* Code of a file that is mapped more than once: a library in several namespaces
   of dlmopen.  Valgrind reads the symbols of a file once, and knows them at the
   addresses of the first mapping.  Code is as far from the same code there as
   the segments are that begin at the same offset of the file. */
static struct {
   Addr start, end;             /* of the segment that was looked up last */
   Addr distance;
} copied;

const DebugInfo *code_symbol_info(const HChar *name)
{
   const DebugInfo *di = VG_(next_DebugInfo)(NULL);

   while (di != NULL && !VG_STREQ(VG_(DebugInfo_get_filename)(di), name))
      di = VG_(next_DebugInfo)(di);
   return di;
}

static Addr distance_of_copy(const NSegment *segment)
{
   const HChar *name = VG_(am_get_filename)(segment);
   const DebugInfo *di = name == NULL ? NULL : code_symbol_info(name);
   const NSegment *first
      = di == NULL ? NULL
                   : VG_(am_find_nsegment)(VG_(DebugInfo_get_text_avma)(di));

   return first != NULL && first->kind == SkFileC
          && first->dev == segment->dev && first->ino == segment->ino
          && first->offset == segment->offset
          ? segment->start - first->start : 0;
}

Addr code_symbol_distance(Addr code)
{
   const NSegment *segment;

   if (code >= copied.start && code < copied.end)
      return copied.distance;
   if (VG_(find_DebugInfo)(VG_(current_DiEpoch)(), code) != NULL)
      return 0;
   segment = VG_(am_find_nsegment)(code);
   if (segment == NULL || segment->kind != SkFileC || !segment->hasX)
      return 0;
   copied.start = segment->start;
   copied.end = segment->end + 1;
   copied.distance = distance_of_copy(segment);
   return copied.distance;
}

const HChar *code_symbol_at(Addr code, Addr *start, SizeT *length)
{
   const HChar *text;
   const PerfMapEntry *generated;

   if (VG_(get_fnname_w_offset)(VG_(current_DiEpoch)(),
                                code - code_symbol_distance(code), &text)) {
      *start = code - offset_in(text, length);
      return text;
   }
   generated = perf_map_find(code);
   if (generated == NULL)
      return NULL;
   *start = generated->start;
   *length = VG_(strlen)(generated->name);
   return generated->name;
}

/* Valgrind demangles the name of a symbol whenever it is asked which one covers
   an address.  So the code of symbols is kept: a symbol's code is in one piece,
   so that what lies between two addresses of a symbol belongs to it, too.  Its
   end is searched for when a second address of it is asked for. */
enum { EXTENTS = 1024, EXTENT_SHIFT = 6 };

typedef struct {
   Addr start, end;             /* from the symbol's address on; end 0: none */
} Extent;

static Extent extents[EXTENTS], last_extent;
static DiEpoch extents_epoch;   /* changes when Valgrind forgets symbols */

static void forget_old_extents(void)
{
   const DiEpoch now = VG_(current_DiEpoch)();

   if (now.n == extents_epoch.n)
      return;
   VG_(memset)(extents, 0, sizeof extents);
   last_extent = extents[0];
   extents_epoch = now;
}

static Bool is_in_extent(const Extent *e, Addr code)
{
   return code >= e->start && code < e->end;
}

static Bool belongs_to(Addr code, Addr symbol)
{
   SizeT length;
   Addr start;

   return code_symbol_at(code, &start, &length) != NULL && start == symbol;
}

/* Set the end of a symbol whose code is known up to there. */
static void find_end(Extent *e)
{
   SizeT inside = e->end - 1 - e->start, outside = inside + 16;

   while (belongs_to(e->start + outside, e->start)) {
      inside = outside;
      outside *= 2;
   }
   while (outside - inside > 1) {
      const SizeT middle = inside + (outside - inside) / 2;
      if (belongs_to(e->start + middle, e->start))
         inside = middle;
      else
         outside = middle;
   }
   e->end = e->start + outside;
}

Bool code_symbol_covers(Addr code, Addr *start)
{
   Extent *slot = &extents[(code >> EXTENT_SHIFT) % EXTENTS], e;
   SizeT length;

   forget_old_extents();
   if (is_in_extent(&last_extent, code))
      e = last_extent;
   else if (is_in_extent(slot, code))
      e = *slot;
   else {
      if (code_symbol_at(code, start, &length) == NULL)
         return False;
      if (perf_map_find(code) != NULL)
         return True;           /* its map may change */
      e = (Extent){ *start, code + 1 };
      if (*start == last_extent.start || *start == slot->start)
         find_end(&e);
   }
   *slot = last_extent = e;
   *start = e.start;
   return True;
}

Addr code_symbol_end(Addr symbol)
{
   Extent e;
   Addr start;

   if (!code_symbol_covers(symbol, &start) || start != symbol)
      return symbol;
   e = is_in_extent(&last_extent, symbol) ? last_extent
       : (Extent){ symbol, symbol + 1 };
   find_end(&e);
   return e.end;
}

Bool code_symbol_is_part(Addr symbol)
{
   const HChar *text;

   return VG_(get_fnname_if_entry)(VG_(current_DiEpoch)(),
                                   symbol - code_symbol_distance(symbol), &text)
          && source_names_is_part(text);
}
