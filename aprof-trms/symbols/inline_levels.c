/* The inlined calls that an instruction belongs to: from the tool's own reader,
   or, where that can't read the file, from Valgrind's description of the
   address: "ADDRESS: NAME (FILE:LINE)".

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "symbols/inline_levels.h"
#include "base/options.h"
#include "base/tool_text.h"
#include "symbols/code_symbols.h"
#include "symbols/inlined_records.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_options.h"

/* Split the text of a level. */
static void parse_level(InlineLevel *l)
{
   HChar *name = VG_(strstr)(l->text, " "), *place, *colon;

   l->name = name == NULL ? l->text : name + 1;
   l->base = "";
   l->routine = NULL;
   l->line = l->column = 0;
   place = VG_(strrchr)(l->name, '(');
   if (place == NULL || place == l->name || place[-1] != ' ')
      return;
   place[-1] = '\0';
   colon = VG_(strrchr)(place, ':');
   if (colon == NULL)
      return;                   /* "in OBJECT" */
   *colon = '\0';
   l->base = text_base(place + 1);
   l->line = VG_(strtoull10)(colon + 1, NULL);
}

Bool inline_levels_are_wanted(const CodeObject *object)
{
   return tool_options.inlined == INLINED_ALL
          || !code_objects_is_system_library(object->name);
}

/* The code that was looked up last, and what the tool has read of it itself:
   the records of the file, and of the host at `symbol`. */
static struct {
   Addr start, end;             /* of the file's .text */
   InlinedRecords *records;
   Addr bias;
   Addr symbol;                 /* 0: none was looked up */
   RecordedHost *host;
} recorded;

/* Return the records of the file that code is from; NULL: there are none. */
static InlinedRecords *records_of(Addr insn)
{
   DebugInfo *di;
   CodeObject *o;

   if (insn >= recorded.start && insn < recorded.end)
      return recorded.records;
   di = VG_(find_DebugInfo)(VG_(current_DiEpoch)(), insn);
   if (di == NULL)
      return NULL;
   recorded.start = VG_(DebugInfo_get_text_avma)(di);
   recorded.end = recorded.start + VG_(DebugInfo_get_text_size)(di);
   recorded.symbol = 0;
   o = code_objects_at(insn, &recorded.bias);
   if (!o->asked && !o->is_generated && o->file.known
       && inline_levels_are_wanted(o))
      o->records = inlined_records_read(o->name, o->build_id);
   o->asked = True;
   return recorded.records = o->records;
}

/* Return the records of the host of an instruction, and set its address in the
   file; NULL: there are none. */
static RecordedHost *recorded_host(Addr insn, ULong *address)
{
   InlinedRecords *records = records_of(insn);
   Addr start;

   if (records == NULL || !code_symbol_covers(insn, &start))
      return NULL;
   if (start != recorded.symbol) {
      recorded.symbol = start;
      recorded.host = inlined_records_host(records, start - recorded.bias);
   }
   *address = insn - recorded.bias;
   return recorded.host;
}

Bool inline_levels_has(Addr insn)
{
   RecordedCall call;
   ULong address;
   RecordedHost *host = recorded_host(insn, &address);

   if (host != NULL)
      return inlined_records_at(recorded.records, host, address, &call, 1) > 0;

   InlIPCursor *cursor = VG_(new_IIPC)(VG_(current_DiEpoch)(), insn);
   Bool has_next = VG_(next_IIPC)(cursor);

   VG_(delete_IIPC)(cursor);
   return has_next;
}

/* Do what inline_levels_read does for an instruction of a host that the tool
   has read itself. */
static UInt describe_recorded(RecordedHost *host, ULong address, Addr insn,
                              InlineLevel *levels)
{
   RecordedCall calls[INLINE_LEVELS - 1];
   const HChar *file;
   UInt n = inlined_records_at(recorded.records, host, address, calls,
                               INLINE_LEVELS - 1);

   levels[0].line = levels[0].column = 0;
   VG_(get_filename_linenum)(VG_(current_DiEpoch)(), insn, &file, NULL,
                             &levels[0].line);
   for (UInt i = 0; i <= n; i++) {
      RecordedRoutine *routine
         = i < n ? calls[i].routine
                 : inlined_records_routine(recorded.records, host);
      levels[i].text = NULL;
      levels[i].routine = routine;
      levels[i].name = routine->name;
      levels[i].base = routine->base;
      if (i > 0) {
         levels[i].line = calls[i - 1].line;
         levels[i].column = calls[i - 1].column;
      }
   }
   return n + 1;
}

UInt inline_levels_read(Addr insn, InlineLevel *levels)
{
   ULong address;
   RecordedHost *host = recorded_host(insn, &address);

   if (host != NULL)
      return describe_recorded(host, address, insn, levels);

   DiEpoch epoch = VG_(current_DiEpoch)();
   InlIPCursor *cursor = VG_(new_IIPC)(epoch, insn);
   UInt n = 0;

   do {
      levels[n].text = VG_(strdup)("aprof.inlined.level",
                                   VG_(describe_IP)(epoch, insn, cursor));
      parse_level(&levels[n++]);
   } while (VG_(next_IIPC)(cursor) && n < INLINE_LEVELS);
   VG_(delete_IIPC)(cursor);
   return n;
}

void inline_levels_free(InlineLevel *levels, UInt n)
{
   while (n-- > 0)
      VG_(free)(levels[n].text);
}

UInt inline_levels_entered(Addr insn)
{
   ULong address;
   RecordedHost *host = recorded_host(insn, &address);

   return host == NULL ? 0
          : inlined_records_entered(recorded.records, host, address);
}

RecordedRoutine *inline_levels_routine(Addr entry)
{
   ULong address;
   RecordedHost *host = recorded_host(entry, &address);

   return host == NULL ? NULL
                       : inlined_records_routine(recorded.records, host);
}

void inline_levels_discard(Addr start, SizeT length)
{
   if (start < recorded.end && start + length > recorded.start)
      recorded.start = recorded.end = recorded.symbol = 0;
}
