/* Where in the source routines are called: see callgraph/call_places.h.

   SPDX-License-Identifier: GPL-2.0-or-later */

#include "callgraph/call_places.h"
#include "arch/plt.h"
#include "base/tool_text.h"
#include "symbols/code_source.h"
#include "symbols/code_symbols.h"
#include "symbols/inline_levels.h"
#include "symbols/inlined.h"
#include "sys/client_memory.h"
#include "pub_tool_debuginfo.h"
#include "pub_tool_xarray.h"

typedef struct {
   Routine *caller;
   UInt line;                   /* 0: not known */
   const HChar *file;           /* of `files`; "": the caller's */
} Place;

typedef struct {
   Place place;
   Routine *callee;
} Call;

/* All calls that are known. */
#define HASH_TABLE             call_set
#define HASH_TABLE_ELEMENT     Call
#define HASH_TABLE_KEY         Call
#define HASH_TABLE_IS_EMPTY(e) ((e).callee == NULL)
#define HASH_TABLE_KEY_OF(e)   (e)
#define HASH_TABLE_EQUAL(e, k) \
   ((e).place.caller == (k).place.caller && (e).callee == (k).callee \
    && (e).place.line == (k).place.line && (e).place.file == (k).place.file)
#define HASH_TABLE_HOME(k, b) \
   hash_table_home(((UWord)(k).place.caller->id << 32 | (k).callee->id) \
                   + (UWord)(k).place.line * 0x10001, b)
#define HASH_TABLE_CENTRE      "aprof.call_places"
#define HASH_TABLE_FIRST_BITS  8
#include "engine/shadow/hash_table.h"

static call_set calls;

/* Calls whose instruction does not tell the callee. */
typedef struct {
   Addr behind;
   Place place;
} Site;

#define HASH_TABLE             site_table
#define HASH_TABLE_ELEMENT     Site
#define HASH_TABLE_KEY         Addr
#define HASH_TABLE_IS_EMPTY(e) ((e).behind == 0)
#define HASH_TABLE_KEY_OF(e)   ((e).behind)
#define HASH_TABLE_EQUAL(e, k) ((e).behind == (k))
#define HASH_TABLE_HOME(k, b)  hash_table_home(k, b)
#define HASH_TABLE_CENTRE      "aprof.call_places.sites"
#define HASH_TABLE_FIRST_BITS  8
#include "engine/shadow/hash_table.h"

static site_table sites;

/* Jumps to stubs.  A slot has the address of the callee when the jump has been
   made once. */
typedef struct {
   Addr insn;
   const Addr *slot;
   Place place;
} StubJump;

static XArray *stub_jumps;      /* of StubJump, or NULL */
static XArray *files;           /* of HChar *, or NULL: few files differ from
                                   those of their routines */

static const HChar *kept_file(const HChar *name)
{
   if (files == NULL)
      files = VG_(newXA)(VG_(malloc), "aprof.call_places.files", VG_(free),
                         sizeof(HChar *));
   for (Word i = 0; i < VG_(sizeXA)(files); i++) {
      const HChar *known = *(HChar **)VG_(indexXA)(files, i);
      if (VG_STREQ(known, name))
         return known;
   }
   const HChar *kept = VG_(strdup)("aprof.call_places.file", name);
   VG_(addToXA)(files, &kept);
   return kept;
}

/* Has the name characters that the profile escapes?  Then the order of records
   is not that of their texts. */
static Bool is_plain(const HChar *name)
{
   for (; *name != '\0'; name++)
      if ((UChar)*name < ' ' || *name == '\\' || *name == 0x7f)
         return False;
   return True;
}

/* The code of a routine may have parts of other files, such as grammars.  `base`:
   the name of the instruction's file, without its folder. */
static Bool set_file(Place *p, Addr insn, const HChar *base)
{
   HChar *file;
   UInt line;
   Bool good;

   if (VG_STREQ(base, text_base(p->caller->home->file)))
      return True;
   file = code_source_at(insn, &line);
   good = is_plain(file);
   if (good)
      p->file = kept_file(file);
   VG_(free)(file);
   return good;
}

/* Return the routine whose code it is, inlined calls aside; NULL: it is not
   known.  In a part of a routine (f.cold) `top` tells which routine it is. */
static Routine *host_of(Addr insn, Routine *top)
{
   Addr symbol;

   if (!code_symbol_covers(insn, &symbol))
      return NULL;
   return code_symbol_is_part(symbol) ? top : routines_at(insn);
}

/* Find the place of a call or a jump.  Users can't change what a library of the
   system calls where, and a region of the program's has no code of its own. */
static Bool find_place(Addr insn, Addr behind, Routine *top, Place *p)
{
   Routine *host = host_of(insn, top);
   const InlinedCall *call;
   const HChar *file;
   Bool is_part;

   if (host == NULL || host->region || !inline_levels_are_wanted(host->object)
       || !VG_(get_filename_linenum)(VG_(current_DiEpoch)(),
                                     insn - code_symbol_distance(insn), &file,
                                     NULL, &p->line))
      return False;
   call = inlined_call_before(behind, &is_part, &p->line);
   p->caller = call == NULL ? host : call->routine;
   p->file = "";
   return p->line > 0 && !p->caller->hidden
          && (is_part || set_file(p, insn, text_base(file)));
}

static void add(const Place *p, Routine *callee)
{
   const Call call = { *p, callee };

   if (!callee->hidden)
      *call_set_add(&calls, call) = call;
}

void call_places_call(Addr insn, Routine *top, Addr behind, Routine *callee)
{
   Place p;

   if (!find_place(insn, behind, top, &p))
      return;
   if (callee != NULL && !callee->hidden)
      add(&p, callee);
   else
      *site_table_add(&sites, behind) = (Site){ behind, p };
}

void call_places_called(Addr behind, Routine *callee)
{
   const Site *s = sites.count == 0 ? NULL : site_table_find(&sites, behind);

   if (s != NULL)
      add(&s->place, callee);
}

/* Code may be translated again. */
static Bool has_stub_jump(Addr insn)
{
   for (Word i = 0; i < VG_(sizeXA)(stub_jumps); i++)
      if (((StubJump *)VG_(indexXA)(stub_jumps, i))->insn == insn)
         return True;
   return False;
}

static void add_stub_jump(Addr insn, const Addr *slot, const Place *p)
{
   const StubJump jump = { insn, slot, *p };

   if (stub_jumps == NULL)
      stub_jumps = VG_(newXA)(VG_(malloc), "aprof.call_places.jumps",
                              VG_(free), sizeof(StubJump));
   if (!has_stub_jump(insn))
      VG_(addToXA)(stub_jumps, &jump);
}

void call_places_jump(Addr insn, Routine *top, Addr behind, Addr target)
{
   Addr own, start;
   Place p;

   if (!code_symbol_covers(insn, &own))
      return;
   if (code_symbol_covers(target, &start)) {
      if (start != own && start == target && !code_symbol_is_part(start)
          && find_place(insn, behind, top, &p))
         add(&p, routines_at(target));
   } else {
      const Addr *slot = plt_slot(target);
      if (slot != NULL && find_place(insn, behind, top, &p))
         add_stub_jump(insn, slot, &p);
   }
}

/* Add the call of a jump to a stub, if its callee is known now: it leads to the
   beginning of a routine.  (Until the slot is resolved, to the stub.) */
static void resolve(const StubJump *j)
{
   Routine *callee = NULL;
   Addr start;

   if (!client_memory_is_readable((Addr)j->slot, sizeof *j->slot))
      return;
   if (!code_symbol_covers(*j->slot, &start))
      callee = routines_entered_bare(*j->slot);
   else if (start == *j->slot)
      callee = routines_at(start);
   if (callee != NULL)
      add(&j->place, callee);
}

/* Translations are also discarded to be made again: then the slots are still
   there. */
void call_places_discard(Addr start, SizeT length)
{
   for (Word i = stub_jumps == NULL ? 0 : VG_(sizeXA)(stub_jumps); i-- > 0; ) {
      const StubJump *j = VG_(indexXA)(stub_jumps, i);
      if (j->insn - start < length) {
         resolve(j);
         VG_(removeIndexXA)(stub_jumps, i);
      }
   }
}

static Int compare_numbers(UInt a, UInt b)
{
   return a < b ? -1 : a > b;
}

static Int compare(const void *a, const void *b)
{
   const ListedPlace *p = a, *q = b;
   Int order = compare_numbers(p->caller, q->caller);

   if (order == 0)
      order = compare_numbers(p->callee, q->callee);
   if (order == 0)
      order = VG_(strcmp)(p->line, q->line);
   return order != 0 ? order : VG_(strcmp)(p->file, q->file);
}

ListedPlace *call_places_list(UInt *count)
{
   size_t i = 0;
   UInt n = 0, kept = 0;

   for (Word k = 0; stub_jumps != NULL && k < VG_(sizeXA)(stub_jumps); k++)
      resolve(VG_(indexXA)(stub_jumps, k));
   ListedPlace *list = VG_(malloc)("aprof.call_places.list",
                                   (calls.count + 1) * sizeof *list);
   for (const Call *c; (c = call_set_next(&calls, &i)) != NULL; ) {
      ListedPlace *p = &list[n];
      p->caller = c->place.caller->number;
      p->callee = c->callee->number;
      if (p->caller == 0 || p->callee == 0)
         continue;
      VG_(sprintf)(p->line, "%u", c->place.line);
      p->file = c->place.file;
      n++;
   }
   VG_(ssort)(list, n, sizeof *list, compare);
   for (UInt k = 0; k < n; k++)
      if (kept == 0 || compare(&list[kept - 1], &list[k]) != 0)
         list[kept++] = list[k];
   *count = kept;
   return list;
}
